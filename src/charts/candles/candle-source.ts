import type { ReadonlySignal } from '@preact/signals-react'
import { candleOf, type DecimalCandle } from '../../market/candle.ts'
import type { Span } from '../../market/span.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { createCorrections, createTicks } from './candle-changes.ts'
import { createLoader, type FetchCandles } from './candle-loader.ts'
import { createLoadedCandles, createPages, type LoadedCandles } from './candle-pages.ts'
import { createGapFiller } from './gap-filler.ts'
import type { SourceState } from './source-state.ts'

export interface SourceOptions {
  asset: string
  tf: Timeframe
  /** Initial candles, ascending; when absent or empty, the newest are fetched */
  candles?: readonly DecimalCandle[] | undefined
  /** Limit with which the initial candles were, or will be, requested */
  wanted?: number
  fetchCandles: FetchCandles
  /** Calls once, after so many ms; `setTimeout` by default. Returns a function that cancels the call. */
  after?: (ms: number, run: () => void) => () => void
  /** `tail` when only the last candle has changed or a new one was appended */
  onChange(change: 'all' | 'tail'): void
}

export interface CandleSource {
  readonly candles: readonly DecimalCandle[]
  /** Whether the market has no candle before the first one */
  readonly isWhole: boolean
  readonly state: ReadonlySignal<SourceState>
  /** Fetches the page before the first candle, unless one is loading, has failed, or there are no more. */
  loadOlder(): void
  retry(): void
  /** Refetches the newest candles: the initial ones are as old as the page. */
  catchUp(): void
  /** Refetches all loaded candles and retries failed requests: updates may have been missed for a while. */
  renew(): void
  correct(span: Span): void
  take(tick: DecimalCandle): void
  dispose(): void
}

/** Candles in a page of history (unless more are wanted) and in a page that fills a gap; the server's limit is 1000 */
const usualSize = 500
const fillSize = 1000
/** Candles to refetch on catch-up: a correction may have come between the page's rendering and its socket. */
const recentCount = 60

export function createCandleSource(options: SourceOptions): CandleSource {
  const { tf, candles = [], wanted = usualSize, onChange } = options
  const pageSize = Math.min(fillSize, Math.max(usualSize, wanted))
  const { load, dispose } = createLoader(options)
  const kept = createLoadedCandles(candles, wanted)
  const pages = createPages({ kept, pageSize, load, onChange, onPage: () => corrections.correctUncertain() })
  const fillFrom = (from: number) => gapFiller.want({ from, to: Number.POSITIVE_INFINITY })
  const ticks = createTicks({ tf, kept, onChange, onGap: fillFrom })
  const gapFiller = createGapFiller({
    pageSize: fillSize,
    after: options.after ?? afterTimeout,
    ask: ({ from, to }, onPage, onFailure) => {
      load({ from, ...(Number.isFinite(to) && { to }), limit: fillSize }, onPage, onFailure)
    },
    onAsk: ticks.ask,
    onPage: (page) => {
      ticks.answer(page)
      // The server may have backfilled earlier candles in the meantime.
      if (kept.state.peek().older === 'exhausted') pages.loadOlder()
    },
    onState: (holes) => kept.set({ holes }),
  })
  const corrections = createCorrections({ tf, kept, pages, want: gapFiller.want })

  if (candles.length === 0) pages.loadNewest()
  return {
    get candles() {
      return kept.candles
    },
    get isWhole() {
      return kept.isWhole
    },
    state: kept.state,
    ...createRequests(kept, pages, { from: fillFrom, retryNow: gapFiller.retryNow }),
    correct: corrections.correct,
    take: (tick) => ticks.take(candleOf(tick)),
    dispose: () => {
      gapFiller.dispose()
      dispose()
    },
  }
}

interface GapRequests {
  /** Fetches all candles from a moment on, ms UTC. */
  from(time: number): void
  retryNow(): void
}

function createRequests(
  kept: LoadedCandles,
  { loadNewest, loadOlder }: ReturnType<typeof createPages>,
  fill: GapRequests,
): Pick<CandleSource, 'loadOlder' | 'retry' | 'catchUp' | 'renew'> {
  return {
    loadOlder: () => {
      const { newest, older } = kept.state.peek()
      if (newest === 'ready' && older === 'more') loadOlder()
    },
    retry: () => {
      const { newest, older } = kept.state.peek()
      if (newest === 'failed') loadNewest()
      else if (older === 'failed') loadOlder()
      fill.retryNow()
    },
    catchUp: () => {
      const recent = kept.candles.at(-recentCount) ?? kept.candles[0]
      if (recent) fill.from(recent.openTime)
    },
    renew: () => {
      const { newest, older } = kept.state.peek()
      const [first] = kept.candles
      if (first) fill.from(first.openTime)
      else if (newest !== 'loading') loadNewest()
      fill.retryNow()
      if (older === 'failed') loadOlder()
    },
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
