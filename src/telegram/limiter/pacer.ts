import { UnwritableError } from '../../db/unwritable.ts'
import type { Logger } from '../../log/logger.ts'
import { type Reservation, usedShare } from './bucket.ts'

/** ms: a second, and the difference between clocks */
const spanMs = 1005
/** Max ms that a send is assumed to have been slower than the fastest: more would reduce the rate of a broadcast. */
const maxDelayMs = 45
/** ms that the fastest time grows with each answer, so that a single fast one is forgotten in time. */
const forgottenMs = 0.02

/** A message in flight */
export interface Departure {
  /** ms of a monotonic clock */
  at: number
  /** ms until its answer; undefined while there is none */
  tookMs: number | undefined
}

export interface SendWindow {
  /**
   * Returns ms until a message may be sent; 0 means now.
   * @param now  ms of a monotonic clock
   * @param perSecond  max in any second
   */
  waitMs(now: number, perSecond: number): number
  depart(now: number): Departure
  /** The message had arrived by now, whatever delayed it. */
  answered(departure: Departure, now: number): void
}

/**
 * Tracks what this process sent in the last second: slots that come late, after a stall, would otherwise be sent at
 * once. Arrival times count: a delayed message counts from when it may have arrived.
 */
export function createSendWindow(): SendWindow {
  let left: Departure[] = []
  let minMs = Number.POSITIVE_INFINITY
  const delayOf = ({ tookMs }: Departure) =>
    tookMs === undefined ? maxDelayMs : Math.min(maxDelayMs, Math.max(0, tookMs - minMs))

  return {
    waitMs: (now, perSecond) => {
      left = left.filter(({ at }) => now - at < spanMs + maxDelayMs)
      const before = left[left.length - Math.max(1, Math.ceil(perSecond))]
      return before ? Math.max(0, before.at + delayOf(before) + spanMs - now) : 0
    },
    depart: (now) => {
      const departure: Departure = { at: now, tookMs: undefined }
      left.push(departure)
      return departure
    },
    answered: (departure, now) => {
      departure.tookMs = now - departure.at
      minMs = Math.min(departure.tookMs, minMs + forgottenMs)
    },
  }
}

/** Rows with a slot each. When a slot comes, the intent is written; then the row is sent, in parallel with others. */
export interface Pacer<Row> {
  /** @param slots  ms from now until the first, and between two; none comes before the rows that already wait */
  add(rows: readonly Row[], slots: Reservation): void
  /** ms of sending that wait for their slots */
  aheadMs(): number
  /** Rows whose slots have not come, or are overdue while nothing can be written */
  waiting(): number
  underway(): number
  /** Removes and returns the rows that wait for their slots. */
  drop(which?: (row: Row) => boolean): Row[]
  /** Settles when nothing waits and nothing is in flight. */
  idle(): Promise<void>
}

export interface PacerOptions<Row> {
  /** @returns rows that may be sent now, with intents on the disk; the callback handles the others itself. */
  intend(rows: readonly Row[]): Promise<readonly Row[]>
  /** Must not reject for expected failures. */
  send(row: Row): Promise<void>
  log: Pick<Logger, 'error'>
  clock?: SteadyClock
}

/** A clock that is never set back */
export interface SteadyClock {
  /** ms */
  now(): number
  sleep(ms: number): Promise<void>
}

const systemClock: SteadyClock = { now: () => performance.now(), sleep: (ms) => Bun.sleep(ms) }

/** ms: intents of slots within this time are one write */
const moment = 15
/** Max share of a second's rows that start at once after a stall. A killed process leaves started rows unknown. */
const maxOfSecond = 0.05

export function createPacer<Row>({ intend, send, log, clock = systemClock }: PacerOptions<Row>): Pacer<Row> {
  const window = createSendWindow()
  let waiting: { row: Row; at: number }[] = []
  /** Rate of the last slots */
  let perSecond = 1
  const underway = new Set<Promise<void>>()
  let pumping: Promise<void> | undefined
  const { now, sleep } = clock
  const waitMs = () => window.waitMs(now(), perSecond)

  const start = (row: Row) => {
    const departure = window.depart(now())
    const sending = send(row)
      .catch((error: unknown) => log.error('Sending a message failed', error))
      .finally(() => {
        window.answered(departure, now())
        underway.delete(sending)
      })
    underway.add(sending)
  }
  const pumpOnce = async (first: number) => {
    if (first > now()) return sleep(Math.min(first - now(), 50))
    const until = now() + moment
    const most = Math.max(1, perSecond * maxOfSecond)
    const due = waiting.filter(({ at }, index) => at <= until && index < most).map(({ row }) => row)
    waiting = waiting.slice(due.length)
    for (const row of await intend(due)) {
      for (let wait = waitMs(); wait > 0; wait = waitMs()) await sleep(wait)
      start(row)
    }
  }
  const pump = async () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      await pumpOnce(next.at).catch((error: unknown) => {
        // Nothing was sent; the database reports this error once.
        if (!(error instanceof UnwritableError)) log.error('Could not save send intents', error)
      })
    }
  }
  return {
    add: (rows, { from, everyMs }) => {
      // Slots count from when they are handed over: a slow write shifts its own slots, not the later ones.
      const start = Math.max(now() + from, (waiting.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + everyMs)
      perSecond = 1000 / (everyMs * usedShare)
      waiting.push(...rows.map((row, index) => ({ row, at: start + index * everyMs })))
      pumping ??= pump().finally(() => {
        pumping = undefined
      })
    },
    aheadMs: () => Math.max(0, (waiting.at(-1)?.at ?? 0) - now()),
    waiting: () => waiting.length,
    underway: () => underway.size,
    drop: (which = () => true) => {
      const dropped = waiting.filter(({ row }) => which(row))
      waiting = waiting.filter(({ row }) => !which(row))
      return dropped.map(({ row }) => row)
    },
    idle: async () => {
      while (pumping || underway.size > 0) await Promise.all([pumping, ...underway])
    },
  }
}
