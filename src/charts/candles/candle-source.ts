import { type ReadonlySignal, signal } from '@preact/signals-react'
import { candleOf, type DecimalCandle } from '../../market/candle.ts'
import { type Span, withSpan } from '../../market/span.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { mergeCandles } from './candle-list.ts'
import { createLoader, type FetchCandles } from './candle-loader.ts'
import { createFills, type FillState } from './fills.ts'

export interface SourceState {
  /** `empty` before the first trade */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  older: 'more' | 'loading' | 'failed' | 'exhausted'
  /** What is known to be missing or wrong among the candles there are */
  holes: FillState
}

export interface SourceOptions {
  asset: string
  tf: Timeframe
  /** Initial ones, ascending; without them the newest are fetched */
  candles?: readonly DecimalCandle[] | undefined
  /** How many the initial ones were asked for as, or are to be */
  wanted?: number
  fetchCandles: FetchCandles
  /** Calls once, after so many ms; the browser's timer unless given. Returns the cancellation. */
  after?: (ms: number, run: () => void) => () => void
  /** `tail` when only the last candle has changed, or a new one has come */
  onChange(change: 'all' | 'tail'): void
}

export interface CandleSource {
  readonly candles: readonly DecimalCandle[]
  /** Whether the market has none before the first of them */
  readonly isWhole: boolean
  readonly state: ReadonlySignal<SourceState>
  /** Fetches a page before the first candle, unless one is loading, has failed, or there are no more. */
  loadOlder(): void
  retry(): void
  /** Refetches the newest candles: initial ones are as old as the page. */
  catchUp(): void
  /** Refetches all candles there are, and what has failed: nobody told what happened to them for a while. */
  renew(): void
  /** Refetches what has been corrected. */
  correct(span: Span): void
  take(tick: DecimalCandle): void
  dispose(): void
}

/** Candles of a page of history, unless more are wanted, and of a gap; the server gives at most 1000 */
const usualSize = 500
const fillSize = 1000
/** Candles in which a correction may have come between a page and its socket */
const recentCount = 60

export function createCandleSource(options: SourceOptions): CandleSource {
  const { tf, wanted = usualSize, onChange } = options
  const pageSize = Math.min(fillSize, Math.max(usualSize, wanted))
  const { load, dispose } = createLoader(options)
  let candles: readonly DecimalCandle[] = options.candles ?? []
  let isWhole = candles.length > 0 && candles.length < wanted
  /** Of ticks that came since a question that is not answered yet: newer than its answer */
  let ticked: DecimalCandle[] | undefined
  /** Corrections since a question for more candles was asked: its answer may be older */
  let uncertain: Span[] = []
  const state = signal<SourceState>({
    newest: candles.length > 0 ? 'ready' : 'loading',
    older: 'more',
    holes: 'whole',
  })
  const setState = (change: Partial<SourceState>) => {
    state.value = { ...state.peek(), ...change }
  }

  const loadNewest = () => {
    setState({ newest: 'loading' })
    const receive = (page: DecimalCandle[]) => {
      candles = mergeCandles(page, candles)
      isWhole = page.length < pageSize
      setState({ newest: candles.length > 0 ? 'ready' : 'empty' })
      onChange('all')
      correctUncertain()
    }
    load({ limit: pageSize }, receive, () => setState({ newest: 'failed' }))
  }
  const loadOlder = () => {
    const first = candles[0]
    if (!first) return
    setState({ older: 'loading' })
    const receive = (page: DecimalCandle[]) => {
      setState({ older: page.length > 0 ? 'more' : 'exhausted' })
      const wasWhole = isWhole
      isWhole = page.length < pageSize
      if (page.length > 0 || !wasWhole) {
        candles = mergeCandles(page, candles)
        onChange('all')
      }
      correctUncertain()
    }
    load({ to: first.openTime, limit: pageSize }, receive, () => setState({ older: 'failed' }))
  }
  const fills = createFills({
    pageSize: fillSize,
    after: options.after ?? afterTimeout,
    ask: ({ from, to }, onPage, onFailure) => {
      load({ from, ...(Number.isFinite(to) && { to }), limit: fillSize }, onPage, onFailure)
    },
    onAsk: () => {
      ticked = []
    },
    onPage: (page) => {
      candles = mergeCandles(mergeCandles(candles, page), ticked ?? [])
      ticked = undefined
      onChange('all')
      // The server may have backfilled earlier candles in the meantime.
      if (state.peek().older === 'exhausted') loadOlder()
    },
    onState: (holes) => setState({ holes }),
  })
  const fillFrom = (from: number) => fills.want({ from, to: Number.POSITIVE_INFINITY })
  const correct = (span: Span) => {
    const { newest, older } = state.peek()
    if (newest === 'loading' || older === 'loading') uncertain = withSpan(uncertain, span)
    const [first] = candles
    if (!first) return newest === 'empty' ? loadNewest() : undefined
    const from = Math.max(openTimeOf(span.from, tf), first.openTime)
    if (from < span.to) fills.want({ from, to: span.to })
    if (span.from >= first.openTime) return
    isWhole = false
    if (older === 'exhausted') loadOlder()
  }
  const correctUncertain = () => {
    const spans = uncertain
    uncertain = []
    for (const span of spans) correct(span)
  }
  const renew = () => {
    const { newest, older } = state.peek()
    const [first] = candles
    if (first) fillFrom(first.openTime)
    else if (newest !== 'loading') loadNewest()
    fills.hurry()
    if (older === 'failed') loadOlder()
  }
  const take = (candle: DecimalCandle) => {
    const last = candles.at(-1)
    if (ticked) ticked = mergeCandles(ticked, [candle])
    if (last && candle.openTime < last.openTime) {
      candles = mergeCandles(candles, [candle])
      return onChange('all')
    }
    candles = last?.openTime === candle.openTime ? [...candles.slice(0, -1), candle] : [...candles, candle]
    // One candle is no chart: `loading` and `failed` stay.
    if (state.peek().newest === 'empty') setState({ newest: 'ready' })
    onChange(last ? 'tail' : 'all')
    if (last && candle.openTime > last.openTime + tf * minuteMs) fillFrom(last.openTime)
  }

  if (candles.length === 0) loadNewest()
  return {
    get candles() {
      return candles
    },
    get isWhole() {
      return isWhole
    },
    state,
    loadOlder: () => {
      const { newest, older } = state.peek()
      if (newest === 'ready' && older === 'more') loadOlder()
    },
    retry: () => {
      const { newest, older } = state.peek()
      if (newest === 'failed') loadNewest()
      else if (older === 'failed') loadOlder()
      fills.hurry()
    },
    catchUp: () => {
      const recent = candles.at(-recentCount) ?? candles[0]
      if (recent) fillFrom(recent.openTime)
    },
    renew,
    correct,
    take: (tick) => take(candleOf(tick)),
    dispose: () => {
      fills.dispose()
      dispose()
    },
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
