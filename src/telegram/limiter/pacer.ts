import { UnwritableError } from '../../db/unwritable.ts'
import type { Logger } from '../../log/logger.ts'
import { type Reservation, usedShare } from './bucket.ts'
import { createSendWindow } from './send-window.ts'

/** Rows with a slot each, whose intent is written when it has come; they are sent then, each beside the others. */
export interface Pacer<Row> {
  /** @param slots  ms from now until the first, and between two; none comes before what waits already */
  add(rows: readonly Row[], slots: Reservation): void
  /** ms of sending that wait for their slots */
  aheadMs(): number
  /** Rows whose slots have not come, or are over while nothing can be written */
  waiting(): number
  underway(): number
  /** Gives back what waits for its slot. */
  drop(which?: (row: Row) => boolean): Row[]
  /** Settles when nothing waits and nothing is under way. */
  idle(): Promise<void>
}

export interface PacerOptions<Row> {
  /** @returns those that may be sent now: their intent is on the disk; it deals with the others itself. */
  intend(rows: readonly Row[]): Promise<readonly Row[]>
  /** Never rejects for what can be expected. */
  send(row: Row): Promise<void>
  log: Pick<Logger, 'error'>
  clock?: SteadyClock
}

/** Never set back. */
export interface SteadyClock {
  /** ms */
  now(): number
  sleep(ms: number): Promise<void>
}

const systemClock: SteadyClock = { now: () => performance.now(), sleep: (ms) => Bun.sleep(ms) }

/** ms: intents of slots so close together are one write */
const moment = 15
/** Of a second's rows: after a stall no more are begun at once. Whoever is killed leaves what has begun unknown. */
const mostOfSecond = 0.05

export function createPacer<Row>({ intend, send, log, clock = systemClock }: PacerOptions<Row>): Pacer<Row> {
  const window = createSendWindow()
  let waiting: { row: Row; at: number }[] = []
  /** As the last slots have it */
  let perSecond = 1
  const underway = new Set<Promise<void>>()
  let pumping: Promise<void> | undefined
  const { now, sleep } = clock
  const waitMs = () => window.waitMs(now(), perSecond)

  const start = (row: Row) => {
    const departure = window.leave(now())
    const sending = send(row)
      .catch((error: unknown) => log.error('A send failed', error))
      .finally(() => {
        window.answered(departure, now())
        underway.delete(sending)
      })
    underway.add(sending)
  }
  const pumpOnce = async (first: number) => {
    if (first > now()) return sleep(Math.min(first - now(), 50))
    const until = now() + moment
    const most = Math.max(1, perSecond * mostOfSecond)
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
        // Nothing was sent; its database says so once.
        if (!(error instanceof UnwritableError)) log.error('Intents were not written', error)
      })
    }
  }
  return {
    add: (rows, { from, everyMs }) => {
      // Slots are counted from when they are handed over: a write that took longer shifts its own, not those after it.
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
