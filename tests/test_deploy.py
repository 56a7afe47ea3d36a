"""What is in `deploy`: everything pinned by hash, no password where others see it, and a unit that may do little."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


@pytest.mark.parametrize("name", ["requirements.txt", "build-requirements.txt"])
def test_what_is_pinned_says_only_what_and_with_which_hashes(name: str) -> None:
    """No way of the machine where it was made is in it: pip would look there, or refuse all of it."""
    text = (DEPLOY / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip()]
    assert lines
    for line in lines:
        assert re.fullmatch(r"[\w.-]+==\S+( ;[^\\-]*)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", line), line


def test_all_that_is_needed_to_build_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [re.split(r"[<>=; ]", name)[0] for name in project["build-system"]["requires"]]
    pinned = (DEPLOY / "build-requirements.txt").read_text()
    for name in wanted:
        assert re.search(rf"^{name.replace('_', '[-_]')}==", pinned, re.MULTILINE), name
    file = (DEPLOY / "Containerfile").read_text()
    assert file.count("--require-hashes") == 2
    assert "--no-build-isolation" in file
    assert re.findall(r"^FROM (\S+)", file, re.MULTILINE) == ["${BASE}"] * 2
    assert re.search(r"^ARG BASE=\S+@sha256:[0-9a-f]{64}$", file, re.MULTILINE)


def test_no_password_is_in_a_command() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    assert not re.search(r"^ *- .*PASSWORD", compose, re.MULTILINE)
    assert not re.search(r"//[^ /]*:[^ /]*@", compose)


def test_the_unit_may_do_little() -> None:
    unit = DEPLOY / "cardhouse.service"
    text = unit.read_text()
    for line in ("CapabilityBoundingSet=", "SystemCallFilter=@system-service", "ProtectSystem=strict"):
        assert f"\n{line}\n" in text
    program = shutil.which("systemd-analyze")
    if program is not None:
        command = [program, "security", "--offline=true", "--threshold=30", str(unit)]
        found = subprocess.run(command, check=False, capture_output=True, text=True)
        assert found.returncode == 0, found.stdout.splitlines()[-1]


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_a_workflow_runs_no_action_that_could_change_under_its_name(workflow: Path) -> None:
    actions = re.findall(r"uses: (.+)", workflow.read_text(encoding="utf-8"))
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v[\d.]+", action)] == []


def test_what_is_published_is_attested_with_what_it_is_made_of() -> None:
    publish = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8").split("\n  publish:\n")[1]
    steps = re.findall(r"uses: ([\w/-]+)@", publish)
    attested = [steps.index("actions/attest-build-provenance"), steps.index("actions/attest-sbom")]
    assert max(attested) < steps.index("pypa/gh-action-pypi-publish")
