import type { Candle } from '../../market/candle.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { createCandleMaker } from '../engine/candle-maker.ts'
import type { Minute } from '../engine/desk.ts'
import type { Money } from '../engine/money.ts'
import type { Fill } from '../engine/order.ts'
import { equityAt, type LogEntry, openRun, type RunEvent, type RunState, type Setup, step } from '../engine/step.ts'
import type { WaitingAct } from './runner-queries.ts'

/** What minutes have done since it was asked last. */
export interface Done {
  fills: Fill[]
  log: { time: number; entry: LogEntry }[]
  marks: { hour: number; equity: Money; close: number }[]
  taken: { id: number; after: number }[]
  played: { revision: number; after: number }[]
}

export interface BotRun {
  readonly state: RunState
  readonly revision: number
  readonly equity: Money
  /** A minute after its cursor */
  pass(minute: Minute): void
  act(waiting: WaitingAct): void
  /** To be played once nothing is held; at once where nothing is. */
  revise(next: NextRevision): void
  /** Candles that it was told have changed: `to` is exclusive. */
  correct(from: number, to: number): void
  /** @returns what was done, and forgets it */
  take(): Done
}

export interface NextRevision {
  revision: number
  setup: Setup
  /** openTime of a minute that passes before it is played; takes the place of those that wait as long or longer */
  after?: number | undefined
  /** Minutes that it wants to have seen */
  before: Iterable<Minute>
}

export interface BotRunOptions {
  setup: Setup
  tf: Timeframe
  revision: number
  /** Undefined for one that begins after `from` */
  state?: RunState | undefined
  /** Known minutes up to the cursor, enough to warm the strategy up */
  before: Iterable<Minute>
  /** openTime of the last minute that is not its business */
  from: number
}

/** A bot in memory: the same events as a replay makes of the same minutes, in the same order. */
export function createBotRun({ setup: first, tf, revision: begun, state: known, before, from }: BotRunOptions): BotRun {
  let setup = first
  let revision = begun
  let waiting: readonly Omit<NextRevision, 'before'>[] = []
  let state = known ?? { ...openRun(setup), minute: from }
  let see = setup.playing?.watch()
  let done = nothingDone()
  let candles = createCandleMaker(tf)
  /** Minutes that another revision's strategy has to see */
  let seen = [...before]

  const tell = (event: RunEvent, time: number) => {
    const stepped = step(setup, state, event)
    state = stepped.state
    done.fills.push(...stepped.fills)
    for (const entry of stepped.log) done.log.push({ time, entry })
  }
  const settle = (candle: Candle | undefined, isPast: boolean) => {
    if (!candle) return
    const signals = see?.(candle) ?? {}
    if (isPast || candle.openTime <= from) return
    tell({ kind: 'close', candle, signals, time: candle.openTime + tf * minuteMs }, state.minute)
  }
  const begin = () => {
    candles = createCandleMaker(tf)
    for (const minute of seen) {
      settle(candles.leave(minute), true)
      settle(candles.add(minute), true)
    }
  }
  /** @param past  all minutes up to this openTime have passed */
  const playNext = (past: number) => {
    if (waiting.length === 0) return
    const due = waiting.filter(({ after }) => (after ?? -1) <= past)
    const next = due.at(-1)
    if (!next || state.desk.account.quantity > 0) return
    setup = next.setup
    revision = next.revision
    waiting = waiting.slice(due.length)
    see = setup.playing?.watch()
    begin()
    state = { ...state, memory: setup.playing?.begin() ?? null, desk: { ...state.desk, orders: [] } }
    done.played.push({ revision, after: state.minute })
  }

  begin()
  return {
    get state() {
      return state
    },
    get revision() {
      return revision
    },
    get equity() {
      return equityAt(state, setup.terms)
    },
    pass: (minute) => {
      playNext(minute.openTime - 1)
      settle(candles.leave(minute), false)
      tell({ kind: 'minute', minute }, minute.openTime)
      const warmUp = waiting.reduce((most, next) => Math.max(most, warmUpOf(next.setup)), warmUpOf(setup))
      seen = remembered(seen, minute, (warmUp + 2) * tf)
      settle(candles.add(minute), false)
      playNext(minute.openTime)
      mark(done.marks, {
        hour: openTimeOf(minute.openTime, 60),
        equity: equityAt(state, setup.terms),
        close: minute.close,
      })
    },
    act: ({ id, act }) => {
      tell({ kind: 'act', act, time: state.minute + minuteMs }, state.minute)
      done.taken.push({ id, after: state.minute })
    },
    revise: ({ before: past, ...next }) => {
      const after = next.after ?? -1
      waiting = [...waiting.filter((other) => (other.after ?? -1) < after), next]
      const more = [...past]
      if (more.length > seen.length) seen = more
      playNext(state.minute)
    },
    correct: (first, end) => {
      const { minute } = state
      if (first > minute) return
      tell({ kind: 'corrected', from: first, to: Math.min(end, minute + minuteMs), time: minute + minuteMs }, minute)
    },
    take: () => {
      const taken = done
      done = nothingDone()
      return taken
    },
  }
}

/** The last equity of each hour */
function mark(marks: Done['marks'], newest: Done['marks'][number]): void {
  if (marks.at(-1)?.hour === newest.hour) marks.pop()
  marks.push(newest)
}

function warmUpOf({ playing }: Setup): number {
  return playing?.warmUp ?? 0
}

/** With one minute more: as many as a strategy warms up with, and some, so that not every minute copies them. */
function remembered(minutes: Minute[], minute: Minute, most: number): Minute[] {
  minutes.push(minute)
  return minutes.length > 2 * most + 1000 ? minutes.slice(-most) : minutes
}

function nothingDone(): Done {
  return { fills: [], log: [], marks: [], taken: [], played: [] }
}
