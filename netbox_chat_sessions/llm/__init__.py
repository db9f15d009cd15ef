"""Language models: profiles, the turn classifier, summaries. No library is imported before a model is asked."""
