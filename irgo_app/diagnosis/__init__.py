"""What a report of a bug needs to know about this machine, and nothing else."""
