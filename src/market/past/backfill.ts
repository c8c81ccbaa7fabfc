import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/client.ts'
import { createThrottle, type Throttle } from '../../jobs/throttle.ts'
import type { Logger } from '../../log/logger.ts'
import type { Clock } from '../feed/clock.ts'
import type { Feed } from '../feed/feed.ts'
import type { Listings } from '../listing/listings.ts'
import { readClosed } from '../queries.ts'
import type { AssetSpan } from '../span.ts'
import { dayMs, openTimeOf } from '../timeframe.ts'
import { type BackfillFailures, createBackfillFailures } from './backfill-failures.ts'
import { type FillOptions, type FillResult, fillSpan } from './fill-span.ts'
import { covering, createSpanQueue, type SpanQueue, type WaitingSpan } from './span-queue.ts'

const askAgainMs = 30_000

/** Holes to fetch later, because their minutes may still arrive late or the source may not have them yet. */
interface AwaitedHoles {
  /** Adds a hole whose minutes may still arrive late. */
  add(hole: AssetSpan): void
  has(asset: string): boolean
  /** Keeps holes for which the source responded but had no minutes yet. */
  keep(unsettled: Pick<FillResult, 'young' | 'ahead'>): void
  /** Called on the first minute of an asset from the feed: holes after the newest known minute can now be judged. */
  heard(asset: string): void
  forget(asset: string): void
}

/** @param latenessMs  how late minutes may arrive, ms */
function createAwaitedHoles(queue: Pick<SpanQueue, 'after' | 'unshift'>, latenessMs: number): AwaitedHoles {
  /** Holes whose minutes may still arrive late */
  const late = new Set<AssetSpan>()
  /** Spans after the newest minute that was known at the time of the request, by asset */
  const ahead = new Map<string, AssetSpan>()

  /** Requests a span again without changing the asset's state, because the source has responded. */
  const askAgain = (span: AssetSpan, ms: number) => queue.after(ms, () => queue.unshift({ ...span, isAgain: true }))
  return {
    add: (hole) => {
      late.add(hole)
      queue.after(latenessMs, () => {
        late.delete(hole)
        queue.unshift(hole)
      })
    },
    has: (asset) => [...late].some((hole) => hole.asset === asset),
    keep: (unsettled) => {
      for (const hole of unsettled.young) askAgain(hole, askAgainMs)
      for (const hole of unsettled.ahead) ahead.set(hole.asset, covering([hole, ahead.get(hole.asset) ?? hole]))
    },
    heard: (asset) => {
      const span = ahead.get(asset)
      ahead.delete(asset)
      if (span) askAgain(span, latenessMs)
    },
    forget: (asset) => void ahead.delete(asset),
  }
}

export interface BackfillOptions extends FillOptions {
  feed: Feed
  historyDays: number
  /** Time that minutes may arrive late, ms, before they are fetched from the history */
  latenessMs: number
  /** Start of the live prices, ms UTC */
  until: number
  /** The past is fetched once this promise settles, because startup needs the processors. */
  startAfter?: Promise<unknown> | undefined
  /** Called when the result of `stateOf` may have changed for some asset. */
  onChange(): void
  /** Clock for the pauses of the backfill; default: the system clock */
  clock?: Clock | undefined
  /** Pause between two fetched days; default: `createRests` */
  rest?: Throttle | undefined
  log: Logger
}

/** State of an asset's history. `refused`: for now; `delisted`: permanent */
export type HistoryState = 'filling' | 'filled' | 'refused' | 'delisted'

export interface Backfill {
  stateOf(asset: string): HistoryState
  /** Fetches a hole from the history, after waiting for its minutes to arrive late. */
  fill(hole: AssetSpan): void
  /** Fetches minutes that a silent stream did not send, without marking the asset as `filling`. */
  renew(span: AssetSpan): void
  /** Called on the first minute of an asset from the feed: minutes that the source lacked before can be judged. */
  heard(asset: string): void
  /** Requests again all history that an asset lacks, regardless of earlier refusals. */
  again(asset: string): Promise<void>
  close(): Promise<void>
}

/** Fetches minutes missed since the last run, then earlier days, newest first. A failing asset backs off. */
export function startBackfill(options: BackfillOptions): Backfill {
  const { db, feed, historyDays, until, onChange, log } = options
  const abort = new AbortController()
  const queue = createSpanQueue(options.clock)
  const holes = createAwaitedHoles(queue, options.latenessMs)
  const backfillFailures = createBackfillFailures(queue, log)
  const ask = async (instruments: Feed['instruments']) => {
    queue.push(...(await daysToFill(db, { instruments }, { from: until - historyDays * dayMs, to: until })))
  }
  const backfill = new RunningBackfill(options, { queue, holes, backfillFailures })
  const running = backfill
    .run(() => ask(feed.instruments), abort.signal)
    .catch((error: unknown) => log.error('The backfill failed; restart to fetch missing history', error))
  return {
    stateOf: (asset) => backfill.stateOf(asset),
    fill: (hole) => {
      holes.add(hole)
      onChange()
    },
    renew: (span) => queue.unshift({ ...span, isAgain: true, isAhead: true }),
    heard: holes.heard,
    again: async (asset) => {
      for (const part of [holes, backfillFailures]) part.forget(asset)
      queue.drop(asset)
      await ask(feed.instruments.filter((instrument) => instrument.asset === asset))
    },
    close: async () => {
      abort.abort()
      queue.close()
      await running
    },
  }
}

interface Parts {
  /** Spans to fetch: holes first, then days, newest first */
  queue: SpanQueue
  holes: AwaitedHoles
  backfillFailures: BackfillFailures
}

class RunningBackfill {
  readonly #options: BackfillOptions
  readonly #parts: Parts
  #hasBegun = false
  #working: string | undefined

  constructor(options: BackfillOptions, parts: Parts) {
    this.#options = options
    this.#parts = parts
  }

  async run(begin: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { onChange, log, startAfter, rest = createThrottle() } = this.#options
    const { queue } = this.#parts
    const progress = createProgress(log)
    // The caller finishes starting up before the backfill begins.
    await setImmediate()
    await Promise.race([startAfter, startAfter && once(signal, 'abort')])
    if (signal.aborted) return
    await begin()
    this.#hasBegun = true
    while (!signal.aborted) {
      const span = queue.shift()
      this.#working = span?.isAgain ? undefined : span?.asset
      onChange()
      if (span) {
        const startedAt = performance.now()
        progress.add(await this.#work(span, signal))
        await rest(performance.now() - startedAt, signal)
      } else {
        if (queue.isEmpty()) progress.end()
        await queue.wait()
      }
    }
  }

  stateOf(asset: string): HistoryState {
    const { queue, holes, backfillFailures } = this.#parts
    const refusal = backfillFailures.refusal(asset)
    if (refusal) return refusal
    const hasWork = !this.#hasBegun || this.#working === asset || holes.has(asset) || queue.has(asset)
    if (!hasWork) return 'filled'
    return backfillFailures.isForbidden() ? 'refused' : 'filling'
  }

  /** Fetches a span. @returns the number of minutes fetched */
  async #work(span: WaitingSpan, signal: AbortSignal): Promise<number> {
    const { holes, backfillFailures } = this.#parts
    try {
      const filled = await fillSpan(this.#options, span, signal)
      holes.keep(filled)
      backfillFailures.end(span.asset)
      return filled.minutes
    } catch (error) {
      if (!signal.aborted) backfillFailures.take(span, error)
      return 0
    }
  }
}

/** Logs once, when the queue first becomes empty, how much was fetched. */
export function createProgress(log: Pick<Logger, 'info'>) {
  const startedAt = performance.now()
  let [minutes, hasEnded] = [0, false]
  return {
    add: (fetched: number) => {
      minutes += fetched
    },
    end: () => {
      const durationMs = Math.round(performance.now() - startedAt)
      if (!hasEnded && minutes > 0) log.info('market history fetched', { minutes, durationMs })
      hasEnded = true
    },
  }
}

/** Returns the incomplete days of a span, newest first. */
export async function daysToFill(
  db: Db,
  { instruments }: Pick<Feed, 'instruments'>,
  { from, to }: { from: number; to: number },
): Promise<AssetSpan[]> {
  const complete = new Map<string, Set<number>>()
  for (const { asset } of instruments) {
    complete.set(asset, new Set(await readClosed(db, { asset, from, to }, 1440)))
  }
  const days: AssetSpan[] = []
  for (let day = openTimeOf(from, 1440); day < to; day += dayMs) {
    const lacking = instruments.filter(({ asset }) => !complete.get(asset)?.has(day))
    const span = { from: Math.max(day, from), to: Math.min(day + dayMs, to) }
    days.unshift(...lacking.map(({ asset }) => ({ asset, ...span })))
  }
  return days
}

/** Requests the whole history again for assets whose history was refused before and may be available now. */
export function retryRefused(
  backfill: Pick<Backfill, 'stateOf' | 'again'>,
  changes: ReturnType<Listings['take']>,
  log: Pick<Logger, 'error'>,
): void {
  for (const { before, now } of changes) {
    const { asset, status } = now
    const history = backfill.stateOf(asset)
    const isRefused = history === 'delisted' || history === 'refused'
    if (status === 'delisted' || !(isRefused || before.status === 'delisted')) continue
    backfill.again(asset).catch((error: unknown) => log.error('Could not request the history again', error, { asset }))
  }
}
