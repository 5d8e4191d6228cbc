"""The part of a generated module that is the same for every program, but for the addresses that it names."""

PRELUDE = '''
NO_CHAIN = frozenset()


def some(number):
    """A number as a list; nothing is the empty list."""
    if number.__class__ is list:
        return number
    return [] if number == -1 else [number]


def first(found):
    return found[0] if found else -1


def told_apart(m, s, things):
    """Candidates of a choice, less pieces that are like another one in every way but their number."""
    return things if ALONE.issuperset(things) else m.told_apart(things, "thing")


def quotient(number, divisor):
    return 0 if divisor == 0 else number // divisor


def any_of(these, those):
    return any(each in those for each in these)


def touches(m, space, thing):
    return space != -1 and thing != -1 and (space == thing or m.board.token_on(space) == thing)


def others(s, you, leaver):
    """All other players in turn order, and one who is just being eliminated."""
    found = RINGS[s[ACTIVE]][s[LIVING]][you]
    return found if leaver == -1 or leaver == you or leaver in found else [*found, leaver]


def standing(m, s):
    """The players whose rules work: those in the game, and those just leaving it, in turn order."""
    if m.leaving:
        return [p for p in ORDER[s[ACTIVE]] if s[ALIVE + p] or p in m.leaving]
    return RINGS[s[ACTIVE]][s[LIVING]][-1]


def lying(m, s, location, kind):
    """The pieces of a kind in a location, by rank."""
    found = m.lying.get(location) if s[LAID] == m.lying_for else None
    if found is None:
        found = m.laid_at(location)
    return found[:] if kind.issuperset(found) else [piece for piece in found if piece in kind]


def in_game(s, kind):
    """The pieces of a kind that are not in the box."""
    return [piece for piece in kind if s[LOC + piece] != BOX]


def see(m, shown):
    """Counts what dice of the Roll show, once as long as they lie so."""
    m.shown, m.sets, number = shown, None, IN_ROLL - shown.count(-1)
    m.counted = counted = [0] * (KINDS_OF_FACES + 1)
    m.faces = faces = shown[:number]
    for face in faces:
        counted[face] += 1
    if counted[-1] == 0:
        m.rolled = ROW[:number]
        return
    m.rolled = [die for die, face in enumerate(shown) if face != -1]
    m.faces = [face for face in shown if face != -1]
    for face in shown[number:]:
        counted[face] += 1


def roll_of(m, s, player):
    """The dice of a player's Roll: only the active player has one."""
    if player != s[ACTIVE]:
        return []
    shown = s[DICE:DICE_ASIDE]
    if shown != m.shown:
        see(m, shown)
    return m.rolled[:]


def sets_of_roll(m, s):
    """Every set of faces that can be made of the dice of the Roll, unless there are none."""
    shown = s[DICE:DICE_ASIDE]
    if shown != m.shown:
        see(m, shown)
    if m.sets is None and m.rolled:
        m.sets = DiceSets(m, m.rolled, m.faces, 1, len(m.rolled))
    return m.sets


def throw(m, s, number):
    """New faces for a number of dice."""
    start = s[RNG]
    at = start & 63
    found = faces_of(s[SEED], start >> 6, KINDS_OF_FACES)[at:at + number]
    if len(found) < number or m.trial or m.script is not None:
        return m.throw(s, number)
    s[THROWS] += 1
    s[RNG] = start + number
    s[HIDDEN] += number + 1
    return found


def count_of(m, s, face, player):
    return 0 if face == -1 or player == -1 else count(m, s, face, player)


def unspent_of(m, s, face, player):
    return 0 if face == -1 or player == -1 else unspent(m, s, face, player)


def from_face(cause, face, players):
    """Whether a cause follows from resolving a face, perhaps one of some players'."""
    while cause is not None:
        if cause[1] == face and cause[0] == "face" and (players is None or cause[2] in players):
            return True
        cause = cause[4]
    return False


def from_player(cause, players):
    """Whether a cause follows from the dice or pieces of some players."""
    while cause is not None:
        if cause[2] in players and (cause[0] == "face" or cause[0] == "piece"):
            return True
        cause = cause[4]
    return False


def causers(cause):
    """The players from whose dice or pieces a cause follows."""
    found = []
    while cause is not None:
        if (cause[0] == "face" or cause[0] == "piece") and cause[2] != -1 and cause[2] not in found:
            found.append(cause[2])
        cause = cause[4]
    return found


def from_thing(cause, thing):
    while cause is not None:
        if cause[6] == thing:
            return True
        cause = cause[4]
    return False


def may_write(s, host, piece):
    """Whether an effect may still change a piece: its own only while it is the same incarnation."""
    own, incarnation, copied = host
    if piece != own or piece == -1 or incarnation == -1:
        return True
    return s[(COPIED if copied else STAMP) + piece] == incarnation


def room_for(m, s, player, spaces):
    """The first of some spaces on which a player may stand, or -1."""
    here = s[AT + player]
    for space in spaces:
        if space == here or is_free(m, s, space):
            return space
    return -1


def is_something(value):
    return value != -1


def owner_of(s, thing):
    """Whose a piece is; spaces are nobody's."""
    return s[OWNER + thing] if thing < PIECES else -1


def procedure_body(number, this, host, by):
    """What carries out the call of a procedure where something may have changed its number."""
    run, counted = RUN[number]

    def body(m, event):
        arguments = list(event.args)
        if counted is not None:
            arguments[counted] = event.amount
        run(m, m.st.s, event.who, this, host, *arguments, event.cause, by)

    return body


def ask_phase(m, s, a, parts, n, passes):
    """The position of the action that the active player picks; the last one ends the phase if it ``passes``.

    ``None``: nobody has answered yet, and everything is to return.
    """
    if m.cursor < len(m.tape):
        m.cursor += 1
        s[DECISIONS] += 1
        return m.tape[m.cursor - 1]
    if s[DECISIONS] >= m.limits.idle:
        m.too_many_decisions()
    question, agent = PhaseQuestion(a, n, parts, passes), m.agent
    if agent is None:
        m.phase_asked = question
        m.at_commit()
        return None
    s[DECISIONS] += 1
    m.tape = []  # answered before the bot took over, and done
    m.cursor = m.steps_now = m.looks_now = m.events_now = m.forced_now = 0
    return agent(m, question)


def take(m, s, a, ability, host):
    """Takes an action that is one option."""
    if host is None:
        TAKE[ability.id](m, s, a, None)
    else:
        m.act(host, -1, None)


def take_part(m, s, a, parts, at):
    """Takes the action of a position among the options; whether there is one, for the last may be to pass."""
    for ability, host, choices in parts:
        if choices is None:
            if at == 0:
                take(m, s, a, ability, host)
                return True
            at -= 1
        elif at < len(choices):
            TAKE[ability.id](m, s, a, choices[at])
            return True
        else:
            at -= len(choices)
    return False


def take_pending(m, s, a, passes):
    """Goes on from the question that the game has waited at; ``None``: it has to wait again."""
    parts, n = m.pending.build, m.pending.count
    m.pending = None
    at = 0 if n == 1 and not m.ask_forced else ask_phase(m, s, a, parts, n, passes or not parts)
    if at is None:
        return None
    if s[SIDE]:
        m.dice_pool.clear_aside()
    return take_part(m, s, a, parts, at)


def holders(m, s, bits):
    """The pieces of some bits whose abilities work: each with its owner, and what a frame says of it."""
    if s[EPOCH] != m.held_for or m.leaving:
        m.held = {}
        m.held_for = -1 if m.leaving else s[EPOCH]
    found = m.held.get(bits)
    if found is not None:
        return found
    found = m.held[bits] = []
    own = bits & OWN
    while own:
        low = own & -own
        own ^= low
        piece = low.bit_length() - 1
        you = s[OWNER + piece]
        if you == -1 or s[ALIVE + you] or you in m.leaving:
            found.append((piece, you, (piece, s[STAMP + piece], False)))
    if bits > OWN:
        for piece in COPIERS:
            model, you = s[COPY + piece], s[OWNER + piece]
            if model != -1 and bits >> (PIECES + model) & 1 and m.in_play(piece):
                if you == -1 or s[ALIVE + you] or you in m.leaving:
                    found.append((piece, you, (piece, s[COPIED + piece], True)))
    return found


def running(m, s, number):
    """The running effects of an ability: each with its piece and player, what a frame says of it, and its locals."""
    if s[EPOCH] != m.held_for or m.leaving:
        m.held = {}
        m.held_for = -1 if m.leaving else s[EPOCH]
    found = m.held.get(~number)
    if found is None:
        found = m.held[~number] = m.hosts.running(number)
    return found


def answer(m, s, events, ready, alone):
    """Pieces answer to events that have happened; ``alone``: no rule or counter does."""
    if None in ready:
        m.after(events)
        return
    ability, you, this, host, e, bound = ready[0]
    if len(ready) > 1 or not alone or ability.offer is not None:
        m.after_heard(events, ready, alone)
        return
    if s[DIRTY0]:
        m.soon_at(0)
        if ability.once >= 0 and not m.unused(ability, this):
            return
    if ability.once >= 0:
        m.use_up(ability, this)
    chain, level, cut = m.chain, m.soon_level, None
    m.chain, m.soon_level = NO_CHAIN, min(level, 1)
    try:
        cause = ("piece", this, you, ability.id, None, e.number, this)
        DO[ability.id](m, s, e.actor if you == -1 else you, this, host, e, cause, bound)
    except (CutTurn, CutProcedure) as problem:
        cut = problem
    finally:
        m.chain, m.soon_level = chain, level
    if s[DIRTY0] or s[DIRTY1]:
        cut = m.judge(cut)
    if cut is not None:
        raise cut


def looked(m, found):
    """Counts what a selection inside another one looks at."""
    m.look(len(found) + 1)
    return found


def in_roll(s, who, face):
    """Pieces in a player's Roll that stand for a face."""
    here, found = ROLL + who, 0
    for piece in FACED[face]:
        if s[LOC + piece] == here:
            found += 1
    return found


def enough(found, number, exactly):
    """Whether so many can be chosen, or up to so many: of nothing nothing can."""
    return bool(found) and number > 0 and (not exactly or len(found) >= number)


def afford(m, s, face, who, number):
    return number <= 0 or unspent_of(m, s, face, who) >= number


def can_give(s, at, payer, number, least):
    """Whether a payer has a number of a counter to give."""
    return number <= 0 or (payer != -1 and s[at + payer] - number >= least)


def spend(s, face, number):
    if number > 0:
        s[SPENT + face] += number


def run_standing(m, s, ready, e):
    """Runs triggers of rules and counters: in the order of ``Machine.run_batch`` where nobody has to be asked."""
    ranks = [m.ranks[ability.id] for ability, _ in ready]
    if len(set(ranks)) < len(ranks) or any(ability.offer is not None for ability, _ in ready):
        m.run_standing(ready, e)
        return
    cut, batch = None, -1
    for rank, each in sorted(zip(ranks, ready), key=first):
        if cut is not None and rank >> 1 != batch:
            raise cut
        batch = rank >> 1
        cut = m.judge(cut)
        ability, you = each
        if you != -1 and not s[ALIVE + you] and you not in m.leaving:
            continue
        slots = m.budgets.get(ability.id)
        if slots is not None and s[USES + slots[0 if you == -1 else you]]:
            continue
        outer = m.soon_level
        if not rank & 1:
            m.soon_level = min(outer, 1)
        try:
            run_one(m, s, each, e)
        except (CutTurn, CutProcedure) as problem:
            cut = cut or problem
        finally:
            m.soon_level = outer
        if not rank & 1:
            cut = m.judge(cut)
    if cut is not None:
        raise cut


def run_one(m, s, each, e):
    ability, you = each
    number = ability.id
    seat = 0 if you == -1 else you
    slots = m.budgets.get(number)
    if slots is not None:
        s[USES + slots[seat]] = 1
    bound = [-1] * ability.locals
    if you == -1:
        you = e.actor
    if ability.pattern.slot >= 0:
        MATCH[number](m, s, you, -1, NOBODY, e, None, bound)
    DO[number](m, s, you, -1, NOBODY, e, (m.layers[number], seat, each[1], number, None, e.number, -1), bound)
'''
