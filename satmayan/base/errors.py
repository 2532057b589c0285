"""Errors that more than one module raises."""


class ConfigError(ValueError):
    """A name or value the user chose is unknown, or does not fit; the message says the choices."""


class Contradiction(Exception):
    """The rules refuse a plan that an engine gave: a bug, with both sides in the message."""


class EncodingError(ConfigError):
    """An encoding raised, or broke its contract; the message names it and says how."""
