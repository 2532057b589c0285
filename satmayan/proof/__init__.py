"""Certificates: answers that a program we did not write can check.

``claim`` says as a formula what must be impossible, ``prover`` makes a certificate,
``manifest`` lists what is in it, ``verify`` trusts none of it, ``checkers`` are the
programs that check proofs.

Comes in: an answer.  Goes out: a certificate, or a verdict on one.  Knows no reason to
believe what it did not look at.
"""
