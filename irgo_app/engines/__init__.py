"""Go engines: profiles, dialects, and what they say of a position, always in Black's view."""
