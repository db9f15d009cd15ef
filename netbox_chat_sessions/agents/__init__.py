"""Those who answer: they turn a reading into a query, and a result into a reply."""
