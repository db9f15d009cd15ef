"""What a turn costs in a large inventory and in a long session, as ratios to a small one.

    .venv/bin/python -m benchmarks.resolution

generates one inventory for each size in a database of its own, opens sessions of each length in it, and takes turns in
all of them alternately, so that whatever else the machine does is spread over all of them. It fails when the largest is
more than twice as slow as the smallest.
"""
