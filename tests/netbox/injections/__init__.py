"""What people write, wherever it is, decides nothing, permits nothing, calls nothing, and becomes no markup or link."""
