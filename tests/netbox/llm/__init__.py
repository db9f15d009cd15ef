"""Language models, spoken to over real connections to a scripted server."""
