"""One analysis service for window, command line and GTP: requests in, cached results out."""
