from __future__ import annotations

from satmayan.mistakes.cover import examine, greedy_cover, split
from satmayan.puzzle.files import parse_line


def test_greedy_cover_covers_what_all_sets_cover() -> None:
    sets = [0b00111, 0b01100, 0b11000, 0b00001]
    union = 0
    for i in greedy_cover(sets):
        union |= sets[i]
    assert union == 0b11111


def test_greedy_cover_takes_the_first_of_equal_gains() -> None:
    assert greedy_cover([0b01, 0b10, 0b11, 0b11]) == [2]


def test_greedy_cover_leaves_out_what_is_covered_or_skipped() -> None:
    assert greedy_cover([0b01, 0b10, 0b10], covered=[0b01], skip=[1]) == [2]


def test_greedy_cover_stops_at_the_limit() -> None:
    assert greedy_cover([0b001, 0b010, 0b100], limit=2) == [0, 1]


def test_greedy_cover_covers_so_many_times_as_it_can() -> None:
    assert sorted(greedy_cover([0b01, 0b11, 0b01, 0b01], times=3)) == [0, 1, 2]


def test_split_has_a_bit_for_each_pair_told_apart() -> None:
    assert split(["a", "a", "b"]) == 0b110


def test_examine_says_who_is_caught() -> None:
    puzzle = parse_line("2 | - | - | - | 1 1 | 1")
    programs = [("no-chain",), ("skip-same-colour",)]
    (specimen,) = examine([puzzle], programs)
    assert specimen.catches(programs) == [("skip-same-colour",)]
    assert specimen.caught == 0b10
