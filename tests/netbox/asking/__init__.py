"""What can be asked, tried on the sample inventory."""
