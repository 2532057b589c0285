"""``python -m satmayan``."""

from satmayan.cli import main

if __name__ == "__main__":
    main(prog_name="satmayan")
