"""Whole conversations on live NetBox data; the cases are data."""
