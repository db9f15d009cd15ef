"""What the help agent does: telling questions for help from others, and answering them from live data and settings."""
