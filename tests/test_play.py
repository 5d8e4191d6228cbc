"""The terminal game: what is drawn, how questions are answered, undo, save, resume, and leaving early."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from kaiju_runtime import Game
from kaiju_runtime.bots import make_bot
from kaiju_runtime.frames import NONE, Cause
from kaiju_runtime.machine import EventRecord
from kaiju_runtime.play import Console, Labels, Look, Seat, Session, draw_table
from kaiju_runtime.play.asking import Command, Question
from kaiju_runtime.play.text import ASCII, UNICODE, cells, cut, finished, glyphs_for, in_columns, paint, wrapped
from kaiju_runtime.program import Program, Track
from kaiju_runtime.trace import SENTENCES, Story, describe, players_of, why
from support.packs import compile_tiny
from support.programs import program

MODES = [("duel", "content"), ("harbour", "tests/packs"), ("quarry", "tests/packs")]


def advanced(game: Game, answers: int, seed: int = 1) -> Game:
    while game.decision is not None and len(game.answers) < answers:
        game.answer(make_bot("random", seed, game.decision.player)(game, game.decision))
    return game


class Player:
    """Somebody who types prepared lines (or what a function says), and then nothing more."""

    def __init__(self, typed: Iterable[str] = (), then: Callable[[], str] | None = None) -> None:
        self.typed = list(typed)
        self.then = then

    def __call__(self, prompt: str) -> str:
        if self.typed:
            return self.typed.pop(0)
        if self.then is None:
            raise EOFError
        return self.then()


def session(
    game: Game, tmp_path: Path, typed: Iterable[str] = (), people: Iterable[int] = (0,), **more: Any
) -> Session:
    out = io.StringIO()
    seats = [
        Seat("you") if seat in people else Seat("random", make_bot("random", 1, seat))
        for seat in range(len(game.setup["monsters"]))
    ]
    return Session(
        game, seats, Console(out, Player(typed)), Labels(game.program), Look(), tmp_path / "game.save", **more
    )


def shown(session: Session) -> str:
    assert isinstance(session.console.out, io.StringIO)
    return session.console.out.getvalue()


# --- text ----------------------------------------------------------------------------------------


def test_widths_and_cuts() -> None:
    assert cells("abc") == 3 and cells("怪獣") == 4 and cells(paint("abc", "title")) == 3 and cells("e\u0301") == 1
    assert cut("abcdef", 4) == "abc…" and cut("abc", 3) == "abc" and cells(cut("怪獣怪獣", 5)) <= 5
    assert wrapped("a bb ccc dddd", 5) == ["a bb", "ccc", "dddd"]
    assert wrapped("one two three four", 7, 2) == ["one two", "three…"]
    assert len(in_columns([f"{i}" for i in range(20)], 30)) < 20


def test_paint_and_controls() -> None:
    line = paint("red", "bad") + "\x1b[2J\x07\u202e"
    assert finished(line, colour=False) == "red\\x1b[2J\\x07\\x202e"
    painted = finished(line, colour=True)
    assert painted.startswith("\x1b[31mred\x1b[0m") and "\x1b[2J" not in painted and "\x07" not in painted


def test_glyphs_follow_the_encoding() -> None:
    assert glyphs_for("utf-8") is UNICODE and glyphs_for("ascii") is ASCII and glyphs_for("nonsense") is ASCII
    assert all(text.isascii() for text in vars(ASCII).values())


# --- tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode, folder", MODES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("brief", [False, True])
def test_tables_fit_and_name_everything(mode: str, folder: str, glyphs: Any, brief: bool) -> None:
    game = Game.new(program(mode, folder), seed=6)
    look = Look(glyphs=glyphs, brief=brief, text=lambda record: "rules text of " + record * 9)
    for _ in range(12):
        lines = [finished(line, False) for line in draw_table(game, 0, look)]
        assert all(cells(line) <= 80 for line in lines), max(lines, key=cells)
        if glyphs is ASCII:
            assert all(line.isascii() for line in lines)
        text = "\n".join(lines)
        assert all(name in text for name in players_of(game))
        view = game.view(0)
        for player in view["players"]:
            assert all(piece["name"] in text for piece in player["pieces"])
        assert all(track.name in text for track in game.program.tracks if has_marker(game, track))
        advanced(game, len(game.answers) + 9)


@pytest.mark.parametrize("mode", ["duel", "king_of_tokyo", "tokyo_bay"])
@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_tables_fit_narrow_terminals(mode: str, width: int) -> None:
    """Players stand in columns of one width, bars give way first, and texts have room below their names."""
    loaded = program(mode)
    options = {each.id: each.values[-1] for each in loaded.options if each.values}
    game = Game.new(loaded, seed=6, options=options)
    look = Look(width=width, controllers=("you", "greedy"), text=lambda record: "rules text of " + record * 9)
    for _ in range(12):
        lines = [finished(line, False) for line in draw_table(game, 0, look)]
        assert all(cells(line) <= width for line in lines), max(lines, key=cells)
        starts = [line.index("2 " + players_of(game)[1][:9]) for line in lines if "(greedy)" in line][:1]
        second = [line for line in lines if line.count("Life Points") == 2]
        assert all(line.rindex("Life Points") == starts[0] for line in second) and bool(second) == (width >= 60)
        texts = [line for line in lines if "rules text of" in line]
        assert texts and all(width - line.index("rules text of") >= 30 for line in texts)
        advanced(game, len(game.answers) + 9)


def has_marker(game: Game, track: Track) -> bool:
    """Whether something stands on a track: a ring of a monster that does not take part is not shown."""
    board, index = game.machine.board, game.program.tracks.index(track)
    return any(board.track_of(piece) == index for piece in range(len(game.program.pieces)))


def test_prices_show_discounts() -> None:
    game = Game.new(program("duel"), seed=6)
    text = finished("\n".join(draw_table(game, 0, Look())), False)
    assert "(-1)" in text


def test_hidden_pieces_are_not_drawn() -> None:
    game = Game.new(program("duel"), seed=6)
    hidden = [piece for piece in range(len(game.program.pieces)) if not game.state.get("seen", piece) & 1]
    assert hidden
    text = finished("\n".join(draw_table(game, 0, Look())), False)
    names = {game.program.pieces[piece].name for piece in hidden}
    assert not [name for name in names if name in text]


# --- events in words -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode, folder", MODES)
def test_every_event_has_words_and_causes(mode: str, folder: str) -> None:
    game = advanced(Game.new(program(mode, folder), seed=9), 400)
    players, story = players_of(game), Story(game.program, players_of(game))
    names = set()
    for record in game.events:
        names.add(record.name)
        text = describe(game.program, record, players)
        assert text and "None" not in text and "-1 " not in text.replace(" -1 ", "")
        for reason in why(game.program, record, players, game.events):
            assert reason
        if record.cause is not None and record.cause.kind not in ("setup",):
            first = why(game.program, record, players)[0]
            assert "yaml:" in first, (record, first)
    assert {name.split()[-1] for name in names} <= set(SENTENCES)
    lines = story.tell(game.events)
    assert any(line.turn for line in lines) and any(line.depth for line in lines)


def test_sentences_agree() -> None:
    duel = program("duel")
    life = next(i for i, counter in enumerate(duel.counters) if counter.id == "life")

    def event(name: str, **fields: Any) -> EventRecord:
        values = {
            "number": 0,
            "name": name,
            "key": NONE,
            "who": 0,
            "player": 0,
            "what": NONE,
            "amount": 1,
            "to": NONE,
            "dice": (),
            "arguments": (),
            "cause": None,
            "turn": 3,
        } | fields
        return EventRecord(**values)

    players = ("Ann", "Bob")
    assert describe(duel, event("lose", key=life), players) == "Ann loses 1 Life Point"
    assert describe(duel, event("gain", key=life, amount=2, who=1), players) == "Bob gains 2 Life Points"
    assert describe(duel, event("eliminate")) == "player 1 is eliminated"
    assert describe(duel, event("something_new")) == "something new"
    cause = Cause("face", 0, 1, duel.faces[0].body.id)
    assert why(duel, event("lose", key=life, cause=cause), players)[0].startswith(f"{duel.faces[0].name} (Bob) · ")


def test_what_is_not_for_the_viewer_is_not_told() -> None:
    duel = program("duel")
    deck = next(zone for zone in duel.zones if zone.hidden)
    piece = next(i for i, each in enumerate(duel.pieces) if each.start_zone == deck.index)
    record = EventRecord(0, "move_piece", NONE, piece, NONE, NONE, 1, deck.first, (), (), None, 1)
    text = Story(duel, ("Ann", "Bob")).sentence(record)
    assert duel.pieces[piece].name not in text and deck.name in text


# --- questions -----------------------------------------------------------------------------------


def question(game: Game) -> Question:
    assert game.decision is not None
    return Question(game, game.decision, Labels(game.program), Look())


def test_answers_by_number_key_and_name() -> None:
    game = Game.new(program("duel"), seed=1)
    while game.decision is None or game.decision.phase != "resolve":
        assert game.decision is not None
        game.answer("pass" if "pass" in game.decision.keys() else game.decision.keys()[0])
    asked = question(game)
    first = game.decision.options[0]
    for typed in ("1", first.key, first.label, first.label.upper(), f"  {first.label} ", first.key.partition(":")[2]):
        assert asked.read(typed) == first.key
    for typed in ("", "0", "99", "x", "-1", "1.0", "²", "9" * 400):
        assert isinstance(asked.read(typed), Command)
    assert [asked.read(typed) for typed in ("?", "u", "s", "q", "l", "Q")] == [
        Command(name) for name in ("rules", "undo", "save", "quit", "log", "quit")
    ]


@pytest.mark.parametrize("typed", ["? shrink", "?SHRINK RAY", "help shrink", "? shrink_ray", "? Shrink  Ray"])
def test_a_card_is_read_whole_by_its_name(typed: str, tmp_path: Path) -> None:
    """However long its text is, and wherever the card lies."""
    long = "What it says. " * 40
    game = Game.new(program("king_of_tokyo"), monsters=["alienoid", "cyber_kitty"], seed=1)
    play = session(game, tmp_path, [typed, "q"])
    play.labels.text = lambda record: long if record.endswith(":shrink_ray") else ""  # type: ignore[method-assign]
    assert play.run() is None
    assert " ".join(long.split()) in " ".join(shown(play).split())
    assert "Shrink Ray" in shown(play) and "no option" not in shown(play)


def test_what_is_asked_about_by_a_name_that_means_several_or_nothing(tmp_path: Path) -> None:
    game = Game.new(program("king_of_tokyo"), monsters=["alienoid", "cyber_kitty"], seed=1)
    play = session(game, tmp_path, ["? en", "? nonsense", "? 1", "q"])
    assert play.run() is None
    text = shown(play)
    assert "Several begin so: " in text and "Nothing here is called 'nonsense'" in text
    assert text.count("> ") == 0 and play.game.answers == game.answers


def test_a_number_behind_the_question_mark_is_that_of_an_option(tmp_path: Path) -> None:
    game = Game.new(program("duel"), seed=1, first=0)
    while game.decision is not None and not (game.decision.player == 0 and game.decision.options[0].source):
        bot = make_bot("random", 1, game.decision.player)
        game.answer(bot(game, game.decision))
    asked = question(game)
    source = asked.options[0].source
    assert asked.read("? 1") == Command("text", "1")
    assert asked.labels.name(source) in " ".join(asked.text_of("1"))


@pytest.mark.parametrize("width", [40, 60, 80])
def test_every_question_and_its_hint_fit_the_width(width: int) -> None:
    games = (Game.new(program("duel"), seed=seed, first=0) for seed in range(50))
    game = next(each for each in games if each.decision is not None and len(each.decision.options) > 20)
    assert game.decision is not None
    asked = Question(game, game.decision, Labels(game.program), Look(width=width))
    assert all(cells(line) <= width for line in asked.lines())
    assert "There is no rules text" in " ".join(asked.text_of("1")) and asked.names[0] in asked.text_of("1")[0]


def test_dice_by_letters() -> None:
    game = next(
        each
        for each in (Game.new(program("duel"), seed=seed) for seed in range(50))
        if each.decision is not None and len(each.decision.options) > 20
    )
    assert game.decision is not None and game.decision.phase == "roll"
    asked = question(game)
    assert len(asked.dice) in (5, 6) and not set(asked.dice) & {"u", "s", "q", "l"}
    letters = list(asked.dice)
    key = asked.read(letters[0] + letters[-1])
    assert isinstance(key, str) and sorted(key.partition(":")[2].split("+")) == sorted(
        [asked.dice[letters[0]], asked.dice[letters[-1]]]
    )
    assert asked.read(" ".join(letters)) in game.decision.keys()
    assert isinstance(asked.read(letters[0] * 2), Command) and isinstance(asked.read("z"), Command)
    assert asked.read("1") == "pass", "what is listed by number comes first"
    wrong = asked.read("foo")
    assert isinstance(wrong, Command) and "letters" in wrong.text, "what the question asks for is said again"
    text = finished("\n".join(asked.lines()), False)
    assert f"{letters[0]} " in text and len(text.splitlines()) < 8
    assert len(asked.all_options()) > 8


def test_several_things_at_once(tmp_path: Path) -> None:
    tiny = compile_tiny(
        tmp_path,
        rules={
            "deal": "when your act starts: move top 3 of pile to you",
            "drop": 'action in act "Drop": choose any gadgets of you as dropped; discard dropped',
        },
        gadgets={name: f"when turn ends: gain {i + 1} coins" for i, name in enumerate(("anvil", "bell", "clock"))},
    )
    game = Game.new(tiny, seed=1)
    game.answer("choice:drop")
    assert game.decision is not None and game.decision.kind == "pick some"
    asked = question(game)
    assert asked.read("none") == [] and asked.read("0") == []
    assert asked.read("1, 3") == [game.decision.keys()[0], game.decision.keys()[2]]
    assert asked.read("anvil bell") == ["gadget:anvil", "gadget:bell"]
    assert isinstance(asked.read("1 9"), Command)
    assert "to 3 numbers" in finished("\n".join(asked.lines()), False)


# --- sessions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode, folder", MODES)
def test_a_person_plays_to_the_end(mode: str, folder: str, tmp_path: Path) -> None:
    game = Game.new(program(mode, folder), seed=3)
    play = session(game, tmp_path)
    bot = make_bot("random", 7, 0)

    def typed() -> str:
        decision = play.game.decision
        assert decision is not None
        answer = bot(play.game, decision)
        return answer if isinstance(answer, str) else " ".join(map(str, answer)) or "none"

    play.console.read = Player((), typed)
    result = play.run()
    assert result is not None and result.turns > 0
    text = shown(play)
    assert "The end" in text and ("wins" in text or "win together" in text or "nobody has won" in text)
    assert all(cells(line) <= 120 for line in text.splitlines())


def test_bots_make_a_log_with_tables(tmp_path: Path) -> None:
    play = session(Game.new(program("duel"), seed=3), tmp_path, people=())
    result = play.run()
    assert result is not None
    text = shown(play)
    assert text.count("After turn") == result.turns - 1 and f"Turn {result.turns}" in text
    assert not play.save_path.exists()


def test_a_step_back(tmp_path: Path) -> None:
    game = Game.new(program("duel"), seed=1, first=0)
    play = session(game, tmp_path, ["pass", "1", "u", "2", "u", "u", "u", "q"])
    assert play.run() is None
    text = shown(play)
    assert text.count("Taken back") >= 2 and "cannot be taken back: this is your first question" in text
    kept = Game.load(game.program, play.save_path.read_bytes())
    assert kept.answers == [] and kept.decision is not None and kept.decision.phase == "roll"


def test_no_step_back_over_dice(tmp_path: Path) -> None:
    game = Game.new(program("duel"), seed=1, first=0)
    play = session(game, tmp_path, ["ab", "u", "q"])
    assert play.run() is None
    assert "something hidden has been shown" in shown(play)
    assert len(play.game.answers) == 1


def test_after_a_step_back_the_game_is_as_before(tmp_path: Path) -> None:
    game = Game.new(program("duel"), seed=1, first=0)
    straight = session(game, tmp_path / "a", ["pass", "1", "1", "q"])
    straight.run()
    bent = session(
        Game.new(program("duel"), seed=1, first=0), tmp_path / "b", ["pass", "2", "u", "1", "2", "u", "1", "q"]
    )
    bent.run()
    assert straight.game.state_hash() == bent.game.state_hash() and straight.game.answers == bent.game.answers
    assert [line.text for line in straight.log] == [line.text for line in bent.log]
    assert straight.recorder.replay(straight.game) == bent.recorder.replay(bent.game)


def test_commands_do_not_move_the_game(tmp_path: Path) -> None:
    game = Game.new(program("duel"), seed=1, first=0)
    before = game.state_hash()
    play = session(game, tmp_path, ["?", "l", "all", "nonsense", "", "s", "q"], resume="again with {path}")
    assert play.run() is None
    text = shown(play)
    assert play.game.state_hash() == before
    assert f"again with {play.save_path}" in text and "There is no option 'nonsense'" in text


def test_the_end_of_the_input_saves(tmp_path: Path) -> None:
    play = session(Game.new(program("duel"), seed=1, first=0), tmp_path, ["pass"])
    assert play.run() is None
    assert Game.load(play.game.program, play.save_path.read_bytes()).answers == ["pass"]


def test_going_on_with_a_save(tmp_path: Path) -> None:
    play = session(Game.new(program("duel"), seed=1, first=0), tmp_path, ["pass", "1"])
    play.run()
    resumed = session(Game.load(play.game.program, play.save_path.read_bytes()), tmp_path, ["u", "1", "q"])
    assert resumed.run() is None
    assert resumed.game.answers[:2] == play.game.answers and len(resumed.game.answers) == 3
    assert "first question" in shown(resumed)


@pytest.mark.parametrize("moment", ["asked", "answering", "thinking"])
def test_an_interrupt_loses_nothing(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(program("duel"), seed=1, first=0)
    play = session(game, tmp_path, ["pass", "1"])

    def stop(*_: object) -> str:
        raise KeyboardInterrupt

    if moment == "asked":
        assert isinstance(play.console.read, Player)
        play.console.read.then = stop
    elif moment == "answering":
        original, calls = Game._rerun, iter(range(100))

        def cut(self: Game) -> None:
            original(self)
            if self is game and next(calls) == 2:
                raise KeyboardInterrupt

        monkeypatch.setattr(Game, "_rerun", cut)
        assert isinstance(play.console.read, Player)
        play.console.read.typed.append("1")
    else:
        play.seats[0] = Seat(
            "thinker",
            lambda position, decision: (
                stop() if len(position.answers) == 2 else ("pass" if "pass" in decision.keys() else decision.keys()[0])
            ),
        )
        play.viewer = None
    assert play.run() is None
    saved = Game.load(game.program, play.save_path.read_bytes())
    again = Game.new(game.program, seed=1, first=0)
    for answer in saved.answers:
        again.answer(answer)
    assert len(saved.answers) == 2 and again.state_hash() == saved.state_hash()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    play = session(Game.new(program("duel"), seed=1, first=0), tmp_path, ["s", "q"])
    play.save_path = tmp_path / "file" / "game.save"
    assert play.run() is None
    assert "The game is not saved" in shown(play)


def test_autosave_before_each_question(tmp_path: Path) -> None:
    play = session(Game.new(program("duel"), seed=1, first=0), tmp_path, autosave=True)
    sizes: list[int] = []

    def typed() -> str:
        sizes.append(len(Game.load(play.game.program, play.save_path.read_bytes()).answers))
        if len(sizes) == 4:
            raise EOFError
        decision = play.game.decision
        assert decision is not None
        return "pass" if "pass" in decision.keys() else "1"

    play.console.read = Player((), typed)
    play.run()
    assert sizes == sorted(sizes) and sizes[-1] > 0


def test_two_people_at_one_terminal(tmp_path: Path) -> None:
    game = Game.new(program("duel"), seed=1)
    play = session(game, tmp_path, [], people=(0, 1))
    bot = make_bot("random", 3, 0)
    play.console.read = Player((), lambda: str(bot(play.game, play.game.decision)))  # type: ignore[arg-type]
    assert play.run() is not None


def test_programs_without_a_catalog_are_shown() -> None:
    data = {key: value for key, value in program("duel").data.items() if key != "catalog"}
    labels = Labels(Program(**{**vars(program("duel")), "data": data}))
    assert labels.text("nowhere:nothing") == ""
