"""How fast irgo is and how right its answers are. No part of the program needs this."""
