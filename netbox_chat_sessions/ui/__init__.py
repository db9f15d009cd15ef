"""What pages and panel show: exchanges ready for the templates, and the panels of our object pages."""
