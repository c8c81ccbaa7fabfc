import type { Logger } from '../../log/logger.ts'
import type { Clock } from '../feed/clock.ts'
import { type Feed, FeedError } from '../feed/feed.ts'
import type { AssetSpan } from '../span.ts'
import { minuteMs } from '../timeframe.ts'
import { daysToFill } from './days-to-fill.ts'
import { createProgress } from './fetch-progress.ts'
import { type FillOptions, fillSpan } from './fill-span.ts'
import { covering, createSpanQueue, type WaitingSpan } from './span-queue.ts'

const dayMs = 1440 * minuteMs
const askAgainMs = 30_000
const maxPauseMs = 5 * minuteMs
/** A place that an exchange refuses stays refused for long; asking often makes it no better. */
const forbiddenPauseMs = 10 * minuteMs

export interface BackfillOptions extends FillOptions {
  feed: Feed
  historyDays: number
  /** How late minutes may come, ms, before they are fetched from the history. */
  latenessMs: number
  /** Where live prices begin, ms UTC */
  until: number
  /** What `stateOf` says of some asset may have changed. */
  onChange(): void
  /** For pauses; the system's unless given */
  clock?: Clock | undefined
  log: Logger
}

/** Of one asset: refused for now, or delisted for good */
export type HistoryState = 'filling' | 'filled' | 'refused' | 'delisted'

export interface Backfill {
  stateOf(asset: string): HistoryState
  /** Fetches a gap from the history, once its minutes have had the time to come late. */
  fill(hole: AssetSpan): void
  /** The feed has told the first minute of an asset since the start: what the source lacked before can be judged. */
  heard(asset: string): void
  /** Asks again for all that an asset lacks, whatever the source has said before. */
  again(asset: string): Promise<void>
  close(): Promise<void>
}

/**
 * Fetches what the database lacks: first what happened since the last start, then day by day into the past. Nothing
 * stored is fetched again, so it may be interrupted at any time. An asset that fails waits, the others go on.
 */
export function startBackfill(options: BackfillOptions): Backfill {
  const backfill = new RunningBackfill(options)
  const running = backfill
    .run()
    .catch((error: unknown) => options.log.error('The market’s history is not filled any more', error))
  return {
    stateOf: (asset) => backfill.stateOf(asset),
    fill: (hole) => backfill.fill(hole),
    heard: (asset) => backfill.heard(asset),
    again: (asset) => backfill.again(asset),
    close: async () => {
      backfill.stop()
      await running
    },
  }
}

class RunningBackfill {
  readonly #options: BackfillOptions
  readonly #abort = new AbortController()
  /** Gaps first, then days, newest first */
  readonly #queue: ReturnType<typeof createSpanQueue>
  /** Gaps that may yet fill by themselves, by asset */
  readonly #late = new Map<string, number>()
  /** Up to where nothing later was known when they were asked for, by asset */
  readonly #ahead = new Map<string, AssetSpan>()
  readonly #failures = new Map<string, number>()
  readonly #refusals = new Map<string, 'refused' | 'delisted'>()
  readonly #progress: ReturnType<typeof createProgress>
  #isForbidden = false
  #hasBegun = false
  #working: string | undefined

  constructor(options: BackfillOptions) {
    this.#options = options
    this.#queue = createSpanQueue(options.clock)
    this.#progress = createProgress(options.log)
  }

  async run(): Promise<void> {
    const { feed, onChange } = this.#options
    const { signal } = this.#abort
    // Let the caller finish starting up.
    await Bun.sleep(0)
    this.#queue.push(...(await this.#daysOf(feed.instruments)))
    this.#hasBegun = true
    while (!signal.aborted) {
      const span = this.#queue.shift()
      this.#working = span?.isAgain ? undefined : span?.asset
      onChange()
      if (span) await this.#work(span)
      else {
        if (this.#queue.isEmpty()) this.#progress.end()
        await this.#queue.wait()
      }
    }
  }

  stateOf(asset: string): HistoryState {
    const refusal = this.#refusals.get(asset)
    if (refusal) return refusal
    const hasWork = !this.#hasBegun || this.#working === asset || this.#late.has(asset) || this.#queue.has(asset)
    if (!hasWork) return 'filled'
    return this.#isForbidden ? 'refused' : 'filling'
  }

  fill(hole: AssetSpan): void {
    const { asset } = hole
    this.#late.set(asset, (this.#late.get(asset) ?? 0) + 1)
    this.#queue.after(this.#options.latenessMs, () => {
      const left = (this.#late.get(asset) ?? 1) - 1
      if (left > 0) this.#late.set(asset, left)
      else this.#late.delete(asset)
      this.#queue.unshift(hole)
    })
    this.#options.onChange()
  }

  heard(asset: string): void {
    const span = this.#ahead.get(asset)
    this.#ahead.delete(asset)
    if (span) this.#askAgain(span, this.#options.latenessMs)
  }

  async again(asset: string): Promise<void> {
    const { feed } = this.#options
    this.#queue.drop(asset)
    this.#ahead.delete(asset)
    this.#refusals.delete(asset)
    this.#queue.push(...(await this.#daysOf(feed.instruments.filter((instrument) => instrument.asset === asset))))
  }

  stop(): void {
    this.#abort.abort()
    this.#queue.close()
  }

  #daysOf(instruments: Feed['instruments']): Promise<AssetSpan[]> {
    const { db, historyDays, until } = this.#options
    return daysToFill(db, { instruments }, { from: until - historyDays * dayMs, to: until })
  }

  async #work(span: WaitingSpan): Promise<void> {
    const { signal } = this.#abort
    try {
      const filled = await fillSpan(this.#options, span, signal)
      this.#progress.add(filled.minutes)
      for (const hole of filled.young) this.#askAgain(hole, askAgainMs)
      for (const hole of filled.ahead)
        this.#ahead.set(hole.asset, covering([hole, this.#ahead.get(hole.asset) ?? hole]))
      this.#failures.delete(span.asset)
      this.#refusals.delete(span.asset)
      this.#isForbidden = false
    } catch (error) {
      if (!signal.aborted) this.#fail(span, error)
    }
  }

  /** Without a word to anybody: the source has answered, and had nothing of it yet. */
  #askAgain(span: AssetSpan, ms: number) {
    this.#queue.after(ms, () => this.#queue.unshift({ ...span, isAgain: true }))
  }

  #fail({ isAgain: _, ...span }: WaitingSpan, error: unknown) {
    const { log } = this.#options
    const { asset } = span
    const fields = { asset, error: textOf(error) }
    const refusal = error instanceof FeedError ? error.refusal : undefined
    if (refusal === 'delisted' || refusal === 'refused') {
      this.#refusals.set(asset, refusal)
      this.#queue.drop(asset)
      return log.warn('The source refuses the history of an asset for good; it is left as it is', fields)
    }
    this.#queue.unshift(span)
    if (refusal === 'forbidden') {
      this.#isForbidden = true
      this.#queue.hold(forbiddenPauseMs)
      return log.warn('The source refuses this place or network; it will be asked again in ten minutes', fields)
    }
    log.warn('Market history could not be fetched; it will be tried again', fields)
    const failures = this.#failures.get(asset) ?? 0
    this.#failures.set(asset, failures + 1)
    this.#queue.hold(Math.min(maxPauseMs, 1000 * 2 ** failures), asset)
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
