"""The forge: boards that tell programs apart, searched for, shrunk, and made into test sets."""
