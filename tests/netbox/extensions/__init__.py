"""Words and questions of other packages, installed as such and asked through the service."""
