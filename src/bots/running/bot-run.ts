import type { Candle } from '../../market/candle.ts'
import { minuteMs, type Timeframe } from '../../market/timeframe.ts'
import { createCandleMaker } from '../engine/candle-maker.ts'
import type { Minute } from '../engine/desk.ts'
import type { RunState, Setup } from '../engine/run-state.ts'
import { openRun } from '../engine/step.ts'
import type { Signals } from '../engine/strategy.ts'
import { createRunRecord, type RunRecord } from './run-record.ts'

export interface BotRun extends Pick<RunRecord, 'state' | 'equity' | 'act' | 'correct' | 'take'> {
  readonly revision: number
  /** A minute after its cursor */
  pass(minute: Minute): void
  /** To be played once nothing is held; at once where nothing is. */
  revise(next: NextRevision): void
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
export function createBotRun({ setup, tf, revision: begun, state, before, from }: BotRunOptions): BotRun {
  const record = createRunRecord(setup, state ?? { ...openRun(setup), minute: from })
  let revision = begun
  let waiting: readonly Omit<NextRevision, 'before'>[] = []
  /** Minutes that another revision's strategy has to see */
  let seen = [...before]
  let watch = watchCandles(setup, tf, seen)

  const settle = (settled: Settled | undefined) => {
    if (!settled || settled.candle.openTime <= from) return
    const time = settled.candle.openTime + tf * minuteMs
    record.tell({ kind: 'close', ...settled, time }, record.state.minute)
  }
  /** @param past  all minutes up to this openTime have passed */
  const playNext = (past: number) => {
    if (waiting.length === 0) return
    const due = waiting.filter(({ after }) => (after ?? -1) <= past)
    const next = due.at(-1)
    if (!next || record.state.desk.account.quantity > 0) return
    revision = next.revision
    waiting = waiting.slice(due.length)
    watch = watchCandles(next.setup, tf, seen)
    record.play(revision, next.setup)
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
      playNext(minute.openTime - 1)
      settle(watch.leave(minute))
      record.tell({ kind: 'minute', minute }, minute.openTime)
      const warmUp = waiting.reduce((most, next) => Math.max(most, warmUpOf(next.setup)), warmUpOf(record.setup))
      seen = remembered(seen, minute, (warmUp + 2) * tf)
      settle(watch.add(minute))
      playNext(minute.openTime)
      record.mark(minute)
    },
    act: record.act,
    revise: ({ before: past, ...next }) => {
      const after = next.after ?? -1
      waiting = [...waiting.filter((other) => (other.after ?? -1) < after), next]
      const more = [...past]
      if (more.length > seen.length) seen = more
      playNext(record.state.minute)
    },
    correct: record.correct,
    take: record.take,
  }
}

/** A candle that changes no more, with what the strategy has seen in it. */
interface Settled {
  candle: Candle
  signals: Signals
}

/** The strategy at its candles, warmed up with minutes that are over. */
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

/** With one minute more: as many as a strategy warms up with, and some, so that not every minute copies them. */
function remembered(minutes: Minute[], minute: Minute, most: number): Minute[] {
  minutes.push(minute)
  return minutes.length > 2 * most + 1000 ? minutes.slice(-most) : minutes
}
