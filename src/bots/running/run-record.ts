import { minuteMs, openTimeOf } from '../../market/timeframe.ts'
import type { Money } from '../engine/money.ts'
import type { Fill } from '../engine/order.ts'
import type { Minute } from '../engine/portfolio.ts'
import type { LogEntry, RunEvent, RunState, Setup } from '../engine/run-state.ts'
import { equityAt, step } from '../engine/step.ts'
import type { WaitingCommand } from './runner-queries.ts'

/** Effects since the last `take`. */
export interface RecordedEffects {
  fills: Fill[]
  log: { time: number; entry: LogEntry }[]
  marks: { hour: number; equity: Money; close: number }[]
  taken: { id: number; after: number }[]
  played: { revision: number; after: number }[]
}

export interface RunRecord {
  readonly state: RunState
  readonly setup: Setup
  readonly equity: Money
  /** @param time  minute of the log entries */
  apply(event: RunEvent, time: number): void
  act(waiting: WaitingCommand): void
  /** Reports that processed candles have changed; `to` is exclusive. */
  correct(from: number, to: number): void
  /** Switches to another revision, which starts with no memory and no orders. */
  switchTo(revision: number, setup: Setup): void
  /** Records the equity at the end of a minute. */
  mark(minute: Minute): void
  /** @returns the effects so far and clears them */
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
