import { UnwritableError } from '../../db/unwritable.ts'
import type { Logger } from '../../log/logger.ts'
import { type Reservation, usedShare } from './bucket.ts'

/** Length of the window, ms: a second, and the difference between our clock and Telegram's */
const spanMs = 1005
/** Max assumed delay of a send over the fastest, ms: a longer one would reduce the rate of a broadcast. */
const maxDelayMs = 45
/** Growth of the fastest time with each answer, ms, so that a single fast answer is forgotten in time. */
const forgottenMs = 0.02

/** A message that was sent within the window */
export interface Departure {
  /** Time at which the message was sent, ms of a monotonic clock */
  at: number
  /** Time until the answer came, ms; undefined while there is no answer */
  tookMs: number | undefined
}

export interface SendWindow {
  /**
   * Returns the time until another message may be sent, ms; 0 means now.
   * @param now  ms of a monotonic clock
   * @param perSecond  max messages in any second
   */
  waitMs(now: number, perSecond: number): number
  depart(now: number): Departure
  /** Records the answer: the message had arrived by now, whatever delayed it. */
  answered(departure: Departure, now: number): void
}

/**
 * Tracks the messages that this process sent in the last second: after a stall, messages whose slots are overdue would
 * otherwise be sent at once. A delayed message counts from the time at which it may have arrived.
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

/** Sends rows, each in its slot: when a slot comes, the send intent is written; then the row is sent, beside others. */
export interface Pacer<Row> {
  /** Adds rows. @param slots  ms until the first slot, and between slots; none comes before those of waiting rows */
  add(rows: readonly Row[], slots: Reservation): void
  /** Time until the last waiting slot, ms */
  aheadMs(): number
  /** Number of rows whose slots have not come, or are overdue because send intents cannot be written */
  waiting(): number
  underway(): number
  /** Removes and returns rows that wait for their slots. */
  drop(which?: (row: Row) => boolean): Row[]
  /** Resolves when no row waits for its slot and no message is in flight. */
  idle(): Promise<void>
}

export interface PacerOptions<Row> {
  /** Writes send intents. @returns rows that may be sent, with intents on the disk; handles the others itself */
  intend(rows: readonly Row[]): Promise<readonly Row[]>
  /** Sends a row. Must not reject for expected failures. */
  send(row: Row): Promise<void>
  log: Pick<Logger, 'error'>
  clock?: SteadyClock
}

/** A clock that is never set back */
export interface SteadyClock {
  /** Current time of the clock, ms */
  now(): number
  sleep(ms: number): Promise<void>
}

const systemClock: SteadyClock = { now: () => performance.now(), sleep: (ms) => Bun.sleep(ms) }

/** Time span whose slots share one write of intents, ms */
const moment = 15
/** Max share of a second's rows that start at once after a stall. A killed process leaves started rows unknown. */
const maxOfSecond = 0.05

export function createPacer<Row>({ intend, send, log, clock = systemClock }: PacerOptions<Row>): Pacer<Row> {
  const window = createSendWindow()
  let waiting: { row: Row; at: number }[] = []
  /** Messages per second of the slots added last */
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
        // No message was sent; the database itself logs this error once.
        if (!(error instanceof UnwritableError)) log.error('Could not save send intents', error)
      })
    }
  }
  return {
    add: (rows, { from, everyMs }) => {
      // Slots count from the time they are added: a slow write shifts only its own slots, not later ones.
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
