import type { Candle } from '../../market/candle.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import type { Money } from '../engine/money.ts'
import type { Fill } from '../engine/order.ts'
import type { Minute } from '../engine/portfolio.ts'
import { createCandleMaker } from '../engine/replay.ts'
import type { LogEntry, RunEvent, RunState, Setup } from '../engine/run-state.ts'
import { equityAt, openRun, step } from '../engine/step.ts'
import type { Signals } from '../engine/strategy.ts'
import type { WaitingCommand } from './runner-queries.ts'

export interface BotRun extends Pick<RunRecord, 'state' | 'equity' | 'act' | 'correct' | 'take'> {
  readonly revision: number
  /** Processes a minute after the cursor of the bot */
  pass(minute: Minute): void
  /** Switches to another revision once nothing is held; at once if nothing is held now. */
  revise(next: NextRevision): void
}

export interface NextRevision {
  revision: number
  setup: Setup
  /**
   * openTime of a minute that must pass before the switch, ms UTC. The revision replaces waiting revisions with the
   * same or a later `after`.
   */
  after?: number | undefined
  /** Minutes that warm up the strategy of the revision */
  before: Iterable<Minute>
}

export interface BotRunOptions {
  setup: Setup
  tf: Timeframe
  revision: number
  /** State to continue from; undefined for a bot that begins after `from` */
  state?: RunState | undefined
  /** Known minutes up to the cursor, enough to warm up the strategy of the bot */
  before: Iterable<Minute>
  /** openTime of the last minute before the bot begins, ms UTC */
  from: number
}

/** Creates a bot in memory. From the same minutes, it produces the same events in the same order as a replay. */
export function createBotRun({ setup, tf, revision: begun, state, before, from }: BotRunOptions): BotRun {
  const record = createRunRecord(setup, state ?? { ...openRun(setup), minute: from })
  let revision = begun
  let waiting: readonly Omit<NextRevision, 'before'>[] = []
  /** Recent minutes, kept to warm up the strategy of another revision */
  let seen = [...before]
  let watch = watchCandles(setup, tf, seen)

  const settle = (settled: Settled | undefined) => {
    if (!settled || settled.candle.openTime <= from) return
    const time = settled.candle.openTime + tf * minuteMs
    record.apply({ kind: 'close', ...settled, time }, record.state.minute)
  }
  /** Switches to a waiting revision if nothing is held. @param past  openTime up to which all minutes have passed */
  const switchWhenFlat = (past: number) => {
    if (waiting.length === 0) return
    const due = waiting.filter(({ after }) => (after ?? -1) <= past)
    const next = due.at(-1)
    if (!next || record.state.desk.account.quantity > 0) return
    revision = next.revision
    waiting = waiting.slice(due.length)
    watch = watchCandles(next.setup, tf, seen)
    record.switchTo(revision, next.setup)
  }

  return {
    get state() {
      return record.state
    },
    get revision() {
      return revision
    },
    get equity() {
      return record.equity
    },
    pass: (minute) => {
      switchWhenFlat(minute.openTime - 1)
      settle(watch.leave(minute))
      record.apply({ kind: 'minute', minute }, minute.openTime)
      const warmUp = waiting.reduce((most, next) => Math.max(most, warmUpOf(next.setup)), warmUpOf(record.setup))
      seen = remembered(seen, minute, (warmUp + 2) * tf)
      settle(watch.add(minute))
      switchWhenFlat(minute.openTime)
      record.mark(minute)
    },
    act: record.act,
    revise: ({ before: past, ...next }) => {
      const after = next.after ?? -1
      waiting = [...waiting.filter((other) => (other.after ?? -1) < after), next]
      const more = [...past]
      if (more.length > seen.length) seen = more
      switchWhenFlat(record.state.minute)
    },
    correct: record.correct,
    take: record.take,
  }
}

/** A settled candle with the signals that the strategy derived from it. */
interface Settled {
  candle: Candle
  signals: Signals
}

/** Builds candles from minutes and feeds them to the strategy, after a warm-up with past minutes. */
function watchCandles({ playing }: Setup, tf: Timeframe, past: Iterable<Minute>) {
  const see = playing?.watch()
  const candles = createCandleMaker(tf)
  const seen = (candle: Candle | undefined): Settled | undefined => candle && { candle, signals: see?.(candle) ?? {} }
  const watch = {
    leave: (minute: Minute) => seen(candles.leave(minute)),
    add: (minute: Minute) => seen(candles.add(minute)),
  }
  for (const minute of past) {
    watch.leave(minute)
    watch.add(minute)
  }
  return watch
}

function warmUpOf({ playing }: Setup): number {
  return playing?.warmUp ?? 0
}

/** Appends a minute and keeps at least `most` minutes; some more, so that not every minute copies the list. */
function remembered(minutes: Minute[], minute: Minute, most: number): Minute[] {
  minutes.push(minute)
  return minutes.length > 2 * most + 1000 ? minutes.slice(-most) : minutes
}

/** Effects since the last `take`. */
interface RecordedEffects {
  fills: Fill[]
  log: { time: number; entry: LogEntry }[]
  marks: { hour: number; equity: Money; close: number }[]
  taken: { id: number; after: number }[]
  played: { revision: number; after: number }[]
}

interface RunRecord {
  readonly state: RunState
  readonly setup: Setup
  readonly equity: Money
  /** Applies an event to the run. @param time  minute of the log entries */
  apply(event: RunEvent, time: number): void
  act(waiting: WaitingCommand): void
  /** Records that published candles which the bot has processed have changed; `to` is exclusive. */
  correct(from: number, to: number): void
  /** Switches to another revision, which starts with an empty memory and no orders. */
  switchTo(revision: number, setup: Setup): void
  /** Records the equity at the end of a minute. */
  mark(minute: Minute): void
  /** Returns the effects recorded so far and clears the record. */
  take(): RecordedEffects
}

export function createRunRecord(first: Setup, begun: RunState): RunRecord {
  let setup = first
  let state = begun
  let done = nothingDone()
  const apply = (event: RunEvent, time: number) => {
    const stepped = step(setup, state, event)
    state = stepped.state
    done.fills.push(...stepped.fills)
    for (const entry of stepped.log) done.log.push({ time, entry })
  }
  return {
    get state() {
      return state
    },
    get setup() {
      return setup
    },
    get equity() {
      return equityAt(state, setup.terms)
    },
    apply,
    act: ({ id, act }) => {
      apply({ kind: 'act', act, time: state.minute + minuteMs }, state.minute)
      done.taken.push({ id, after: state.minute })
    },
    correct: (from, end) => {
      const { minute } = state
      if (from > minute) return
      apply({ kind: 'corrected', from, to: Math.min(end, minute + minuteMs), time: minute + minuteMs }, minute)
    },
    switchTo: (revision, next) => {
      setup = next
      state = { ...state, memory: setup.playing?.begin() ?? null, desk: { ...state.desk, orders: [] } }
      done.played.push({ revision, after: state.minute })
    },
    mark: ({ openTime, close }) => {
      const hour = openTimeOf(openTime, 60)
      const isSameHour = done.marks.at(-1)?.hour === hour
      if (isSameHour) done.marks.pop()
      done.marks.push({ hour, equity: equityAt(state, setup.terms), close })
    },
    take: () => {
      const taken = done
      done = nothingDone()
      return taken
    },
  }
}

function nothingDone(): RecordedEffects {
  return { fills: [], log: [], marks: [], taken: [], played: [] }
}
