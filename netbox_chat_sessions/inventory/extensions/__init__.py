"""Words and questions that other packages add: what they may offer, how they are loaded, how they are asked."""
