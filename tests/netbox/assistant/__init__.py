"""The assistant, with a scripted model on loopback."""
