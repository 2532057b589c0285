"""The READMEs and the command manual: what they show is what happens, in both languages alike."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from satmayan.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
READMES = {"en": "README.md", "zh": "README.zh-CN.md"}
PAIRS = (  # the same page in English and in Chinese
    ("README.md", "README.zh-CN.md"),
    ("docs/commands.md", "docs/commands.zh-CN.md"),
    ("docs/trust.md", "docs/trust.zh-CN.md"),
)
EVERY = [name for pair in PAIRS for name in pair]
LONG = ("crosscheck", "suite")  # seconds each
ELSEWHERE = ("cadical",)  # programs that are not ours


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def fences(name: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text_of(name), re.MULTILINE | re.DOTALL)


def sessions(block: str) -> list[tuple[str, str]]:
    """The commands of a ``console`` block ("$ ..."), each with the output shown below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def blocks() -> list[object]:
    """Every ``console`` block once, with the language it is shown in."""
    found: dict[str, str] = {}
    for name in EVERY:
        for block in fences(name, "console"):
            found.setdefault(block, "zh" if ".zh" in name else "en")
    return [
        pytest.param(
            block,
            language,
            id=f"{language}: {sessions(block)[0][0]}",
            marks=[pytest.mark.slow] if any(f"satmayan {word}" in block for word in LONG) else [],
        )
        for block, language in found.items()
    ]


@pytest.mark.parametrize(("block", "language"), blocks())
def test_an_example_prints_what_is_shown(block: str, language: str, tmp_path: Path) -> None:
    """Every ``console`` block is a session in a folder with examples/ and encodings/."""
    for program in ELSEWHERE:
        if f"$ {program} " in block and not shutil.which(program):
            pytest.skip(f"no {program} here")
    for folder in ("examples", "encodings"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
    environment |= {"LC_CTYPE": "C.UTF-8", "LC_MESSAGES": f"{language}.UTF-8"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    for line, shown in sessions(block):
        command = line.removeprefix("scripts/dev ")
        if command == "pytest":  # this is it
            continue
        result = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
        )
        printed = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
        assert "Traceback" not in printed
        assert OutputChecker().check_output(shown, printed, ELLIPSIS), f"{command}\n{printed}"


@pytest.mark.parametrize("name", READMES.values())
def test_every_command_has_its_row_and_no_other(name: str) -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]", text_of(name), re.MULTILINE)
    assert sorted(rows) == sorted(COMMANDS)


@pytest.mark.parametrize("name", READMES.values())
def test_examples_call_every_command_and_no_other(name: str) -> None:
    lines = [line for block in fences(name, "sh") for line in block.splitlines()]
    lines += [command for block in fences(name, "console") for command, _ in sessions(block)]
    called = re.findall(r"(?:^|[|;] |'|scripts/dev )satmayan ([a-z]+)", "\n".join(lines), re.M)
    assert set(called) == set(COMMANDS)


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_run_the_same_commands(pair: tuple[str, str]) -> None:
    english, chinese = (
        [command for block in fences(name, "console") for command, _ in sessions(block)]
        for name in pair
    )
    assert english == chinese


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_have_the_same_sections(pair: tuple[str, str]) -> None:
    english, chinese = (
        [len(marks) for marks in re.findall(r"^(#+) ", text_of(name), re.MULTILINE)]
        for name in pair
    )
    assert english == chinese


@pytest.mark.parametrize("name", READMES.values())
def test_the_front_door_is_short(name: str) -> None:
    assert len(text_of(name).splitlines()) <= 150


def pages() -> list[str]:
    return [*READMES.values(), "CHANGELOG.md", "CONTRIBUTING.md", "encodings/README.md"] + [
        f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))
    ]


@pytest.mark.parametrize("name", pages())
def test_every_link_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)", text_of(name))
    missing = [link for link, _ in links if link and not ((ROOT / name).parent / link).exists()]
    assert missing == []


def anchors(name: str) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", text_of(name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", pages())
def test_every_anchor_is_a_heading(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#([^)]*)\)", text_of(name))
    here = (ROOT / name).parent
    missing = [
        (page, anchor)
        for page, anchor in links
        if anchor not in anchors(str((here / page).resolve().relative_to(ROOT)) if page else name)
    ]
    assert missing == []


def test_no_page_of_the_documents_is_an_orphan() -> None:
    linked = {
        link
        for name in READMES.values()
        for link in re.findall(r"\]\((docs/[\w.-]+\.md)", text_of(name))
    }
    assert {page for page in pages() if page.startswith("docs/")} <= linked


def test_every_test_that_the_table_of_attacks_names_is_there() -> None:
    named = set(re.findall(r"`(tests/[^`]*)`", (ROOT / "docs" / "attacks.md").read_text("utf-8")))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
