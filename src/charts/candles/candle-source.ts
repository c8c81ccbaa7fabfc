import { type ReadonlySignal, signal } from '@preact/signals-react'
import { candleOf, type DecimalCandle } from '../../market/candle.ts'
import { minuteMs, type Timeframe } from '../../market/timeframe.ts'
import { mergeCandles } from './candle-list.ts'

export interface SourceState {
  /** `empty` before the first trade */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  older: 'more' | 'loading' | 'failed' | 'exhausted'
}

export interface CandleRequest {
  asset: string
  tf: Timeframe
  to?: number
  from?: number
  limit: number
}

/** @throws Error when the server does not answer, or not with candles */
export type FetchCandles = (request: CandleRequest, signal: AbortSignal) => Promise<DecimalCandle[]>

export interface SourceOptions {
  asset: string
  tf: Timeframe
  /** Initial ones, ascending; without them the newest are fetched */
  candles?: readonly DecimalCandle[] | undefined
  /** How many the initial ones were asked for as, or are to be */
  wanted?: number
  fetchCandles: FetchCandles
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
  /** Refetches from the last candle on. */
  fill(): void
  take(tick: DecimalCandle): void
  dispose(): void
}

/** Candles of a page of history, unless more are wanted, and of a gap; the server gives at most 1000 */
const usualSize = 500
const fillSize = 1000

export function createCandleSource(options: SourceOptions): CandleSource {
  const { tf, wanted = usualSize, onChange } = options
  const pageSize = Math.min(fillSize, Math.max(usualSize, wanted))
  const { load, dispose } = createLoader(options)
  let candles: readonly DecimalCandle[] = options.candles ?? []
  let isWhole = candles.length > 0 && candles.length < wanted
  let isFilling = false
  const state = signal<SourceState>({ newest: candles.length > 0 ? 'ready' : 'loading', older: 'more' })
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
      if (page.length === 0 && wasWhole) return
      candles = mergeCandles(page, candles)
      onChange('all')
    }
    load({ to: first.openTime, limit: pageSize }, receive, () => setState({ older: 'failed' }))
  }
  const fillFrom = (from: number) => {
    if (isFilling) return
    isFilling = true
    const before = candles.at(-1)
    const receive = (page: DecimalCandle[]) => {
      isFilling = false
      const newest = candles.at(-1)
      const newer = newest && newest !== before ? [newest] : []
      candles = mergeCandles(mergeCandles(candles, page), newer)
      onChange('all')
      // The server may have backfilled earlier candles in the meantime.
      if (state.peek().older === 'exhausted') loadOlder()
      const end = page.at(-1)
      if (end && page.length === fillSize) fillFrom(end.openTime)
    }
    load({ from, limit: fillSize }, receive, () => {
      isFilling = false
    })
  }
  const take = (candle: DecimalCandle) => {
    const last = candles.at(-1)
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
    },
    fill: () => {
      const last = candles.at(-1)
      if (last) fillFrom(last.openTime)
      else if (state.peek().newest !== 'loading') loadNewest()
    },
    take: (tick) => take(candleOf(tick)),
    dispose,
  }
}

function createLoader({ asset, tf, fetchCandles }: SourceOptions) {
  const abort = new AbortController()
  const unlessDisposed = (act: () => void) => {
    if (!abort.signal.aborted) act()
  }
  return {
    load: (
      range: Omit<CandleRequest, 'asset' | 'tf'>,
      onPage: (page: DecimalCandle[]) => void,
      onFailure: () => void,
    ) => {
      fetchCandles({ asset, tf, ...range }, abort.signal).then(
        (page) => unlessDisposed(() => onPage(page)),
        () => unlessDisposed(onFailure),
      )
    },
    dispose: () => abort.abort(),
  }
}
