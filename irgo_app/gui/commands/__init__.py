"""What the user can do: the table of actions, and what they do to the models."""
