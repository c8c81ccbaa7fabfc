import type { ReadonlySignal } from '@preact/signals-react'
import { candleOf, type DecimalCandle } from '../../market/candle.ts'
import { type Span, withSpan } from '../../market/span.ts'
import { type CandleLength, closeTimeOf, minuteMs, minutesOf, openTimeOf } from '../../market/timeframe.ts'
import { mergeCandles } from './candle-list.ts'
import { createLoader, type FetchCandles } from './candle-loader.ts'
import { createLoadedCandles, createPages, type LoadedCandles } from './candle-pages.ts'
import type { AroundOutcome } from './go-around.ts'
import { createHoleFiller, type SourceState } from './hole-filler.ts'

export interface SourceOptions {
  asset: string
  tf: CandleLength
  /** Initial candles, ascending; if absent or empty, the newest candles are fetched */
  candles?: readonly DecimalCandle[] | undefined
  /** Limit with which the initial candles were, or will be, requested */
  wanted?: number
  fetchCandles: FetchCandles
  /** Calls `run` once after `ms` milliseconds; `setTimeout` by default. Returns a function that cancels the call. */
  after?: (ms: number, run: () => void) => () => void
  /** Maximum number of loaded candles; unlimited by default */
  room?: () => number
  /**
   * Called when candles have changed. `tail` means that only the last candle has changed or a new one was appended,
   * `moved` that the list is at the place that `around` was called with.
   */
  onChange(change: 'all' | 'tail' | 'moved'): void
}

export interface CandleSource {
  readonly candles: readonly DecimalCandle[]
  /** Whether all history is loaded: the market has no candle before the first loaded one */
  readonly isWhole: boolean
  /** Whether the current candle is loaded */
  readonly isLive: boolean
  readonly state: ReadonlySignal<SourceState>
  /**
   * Fetches the page of candles before the first loaded one, unless such a page is loading or has failed, or the first
   * candle is the market's oldest.
   */
  loadOlder(): void
  /** Fetches the page of candles after the last loaded one, unless the current candle is loaded. */
  loadNewer(): void
  /** Shows the candles around a moment, ms UTC, or the newest ones. */
  around(moment?: number): Promise<AroundOutcome>
  retry(): void
  /** Refetches the newest candles, because the initial candles are as old as the rendered page. */
  catchUp(): void
  /** Refetches all loaded candles and retries failed requests. Called when updates may have been missed for a while. */
  renew(): void
  correct(span: Span): void
  take(tick: DecimalCandle): void
  dispose(): void
}

/**
 * Number of candles requested in a page of history (unless more are wanted) and in a page that fills a hole; the
 * server's limit is 1000
 */
const usualSize = 500
const fillSize = 1000
/**
 * Number of the newest candles that `catchUp` refetches: a correction may have come after the page was rendered and
 * before its socket connected.
 */
const recentCount = 60

export function createCandleSource(options: SourceOptions): CandleSource {
  const { tf, candles = [], wanted = usualSize, room = () => Number.MAX_SAFE_INTEGER, onChange } = options
  const pageSize = Math.min(fillSize, Math.max(usualSize, wanted))
  const { load, dispose } = createLoader(options)
  const kept = createLoadedCandles(candles, wanted)
  const fillFrom = (from: number) => want({ from, to: Number.POSITIVE_INFINITY })
  const onPage = () => corrections.correctUncertain()
  const pages = createPages({ kept, pageSize, room, load, onChange, onPage, onLive: fillFrom })
  const ticks = createTicks({ tf, kept, onChange, onHole: fillFrom })
  const holeFiller = createHoleFiller({
    pageSize: fillSize,
    after: options.after ?? afterTimeout,
    ask: ({ from, to }, onPage, onFailure) => {
      load({ from, ...(Number.isFinite(to) && { to }), limit: fillSize }, onPage, onFailure)
    },
    onAsk: ticks.ask,
    onPage: (page) => {
      ticks.answer(page)
      // History that seemed exhausted is requested again: the server may have backfilled earlier candles in the
      // meantime.
      if (kept.state.peek().older === 'exhausted') pages.loadOlder()
    },
    onState: (holes) => kept.set({ holes }),
  })
  const want = ({ from, to }: Span) => {
    const end = kept.isLive ? to : Math.min(to, (kept.candles.at(-1)?.openTime ?? 0) + 1)
    if (from < end) holeFiller.want({ from, to: end })
  }
  const corrections = createCorrections({ tf, kept, pages, want })

  if (candles.length === 0) pages.loadNewest()
  return {
    get candles() {
      return kept.candles
    },
    get isWhole() {
      return kept.isWhole
    },
    get isLive() {
      return kept.isLive
    },
    state: kept.state,
    around: async (moment) => {
      const onMoved = () => onChange('moved')
      const { goAround } = await import('./go-around.ts')
      return goAround({ tfMs: minutesOf(tf) * minuteMs, kept, pageSize, load, onMoved, onLive: fillFrom }, moment)
    },
    ...createRequests(kept, pages, { from: fillFrom, retryNow: holeFiller.retryNow }),
    correct: corrections.correct,
    take: (tick) => ticks.take(candleOf(tick)),
    dispose: () => {
      holeFiller.dispose()
      dispose()
    },
  }
}

interface HoleRequests {
  /** Fetches again all candles from a moment on, ms UTC. */
  from(time: number): void
  retryNow(): void
}

function createRequests(
  kept: LoadedCandles,
  { loadNewest, loadOlder, loadNewer }: ReturnType<typeof createPages>,
  fill: HoleRequests,
): Pick<CandleSource, 'loadOlder' | 'loadNewer' | 'retry' | 'catchUp' | 'renew'> {
  return {
    loadNewer,
    loadOlder: () => {
      const { newest, older } = kept.state.peek()
      if (newest === 'ready' && older === 'more') loadOlder()
    },
    retry: () => {
      const { newest, older } = kept.state.peek()
      if (newest === 'failed') loadNewest()
      else if (older === 'failed') loadOlder()
      loadNewer()
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

interface CorrectionsOptions {
  tf: CandleLength
  kept: LoadedCandles
  pages: ReturnType<typeof createPages>
  want(span: Span): void
}

/** Creates the part that refetches corrected candles. */
function createCorrections({ tf, kept, pages, want }: CorrectionsOptions) {
  /** Spans of corrections received while a page of candles is loading: the response may be older than the correction */
  let uncertain: Span[] = []
  const correct = (span: Span) => {
    const { newest, older } = kept.state.peek()
    if (newest === 'loading' || older === 'loading') uncertain = withSpan(uncertain, span)
    const [first] = kept.candles
    if (!first) return newest === 'empty' ? pages.loadNewest() : undefined
    const from = Math.max(openTimeOf(span.from, tf), first.openTime)
    if (from < span.to) want({ from, to: span.to })
    if (span.from >= first.openTime) return
    kept.isWhole = false
    if (older === 'exhausted') pages.loadOlder()
  }
  return {
    correct,
    correctUncertain: () => {
      const spans = uncertain
      uncertain = []
      for (const span of spans) correct(span)
    },
  }
}

interface TicksOptions {
  tf: CandleLength
  kept: LoadedCandles
  onChange(change: 'all' | 'tail'): void
  /** Called when ticks may have been missed from a moment on, ms UTC. */
  onHole(from: number): void
}

/** Applies ticks to the candles. A tick received during a request wins over its response. */
function createTicks({ tf, kept, onChange, onHole }: TicksOptions) {
  /** Candles from ticks since the pending request was sent; undefined when no request is pending */
  let ticked: DecimalCandle[] | undefined
  return {
    ask: () => {
      ticked = []
    },
    answer: (page: DecimalCandle[]) => {
      const [first, last] = [kept.candles[0]?.openTime ?? 0, kept.candles.at(-1)?.openTime ?? 0]
      // Candles at the ends of the list may have been dropped since the request: others would leave a hole.
      const fitting = page.filter(({ openTime }) => openTime >= first && (kept.isLive || openTime <= last))
      kept.candles = mergeCandles(mergeCandles(kept.candles, fitting), (kept.isLive && ticked) || [])
      ticked = undefined
      onChange('all')
    },
    take: (candle: DecimalCandle) => {
      if (!kept.isLive) return
      const { candles } = kept
      const last = candles.at(-1)
      if (ticked) ticked = mergeCandles(ticked, [candle])
      if (last && candle.openTime < last.openTime) {
        kept.candles = mergeCandles(candles, [candle])
        return onChange('all')
      }
      kept.candles = last?.openTime === candle.openTime ? [...candles.slice(0, -1), candle] : [...candles, candle]
      // A first tick makes an empty chart ready. One candle is not enough if candles are loading or failed to load, so
      // those states stay.
      if (kept.state.peek().newest === 'empty') kept.set({ newest: 'ready' })
      onChange(last ? 'tail' : 'all')
      if (last && candle.openTime > closeTimeOf(last.openTime, tf)) onHole(last.openTime)
    },
  }
}
