"""Benchmarks of the plugin: programs of their own, run from a checkout."""
