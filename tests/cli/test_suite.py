"""``satmayan suite`` as its users see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Program = Callable[..., Any]


def suite(run: Program, folder: Path, *more: str) -> Any:
    return run("suite", "-o", folder, "--size", "4", "--tries", "10", "--engine", "dfs", *more)


def test_it_writes_pairs_of_files_and_an_index(run: Program, tmp_path: Path) -> None:
    result = suite(run, tmp_path / "new" / "folder")
    assert (result.code, result.out) == (0, "")
    written = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
    numbered = [f"mayan0{k}.{end}" for k in (1, 2, 3, 4) for end in ("in", "out")]
    assert written == sorted(["index.txt", *numbered])


def test_it_says_what_too_small_a_suite_misses(run: Program, tmp_path: Path) -> None:
    assert "not caught" in suite(run, tmp_path).err


def test_format_and_name_can_be_chosen(run: Program, tmp_path: Path) -> None:
    assert suite(run, tmp_path, "--format", "luogu", "--name", "game").code == 0
    assert (tmp_path / "game.zip").is_file() and (tmp_path / "index.txt").is_file()


def test_a_name_that_is_a_path_is_refused(run: Program, tmp_path: Path) -> None:
    result = suite(run, tmp_path / "d", "--name", "../x")
    assert result.code == 2 and not (tmp_path / "d").exists()
