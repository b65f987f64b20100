"""Life and death of groups, Black first and White first."""
