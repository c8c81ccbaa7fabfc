import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Candle } from '../candle.ts'
import { minuteMs, type Timeframe } from '../timeframe.ts'
import { mergeCandles } from './candle-list.ts'

export interface SourceState {
  /** The newest candles: on their way, there, none traded yet, or not to be had */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  /** Those before the first one */
  older: 'more' | 'loading' | 'failed' | 'exhausted'
}

export interface CandleRequest {
  asset: string
  tf: Timeframe
  /** openTime must be before it, ms UTC */
  to?: number
  /** First openTime wanted, ms UTC */
  from?: number
  limit: number
}

/** @throws Error when the server does not answer, or not with candles */
export type FetchCandles = (request: CandleRequest, signal: AbortSignal) => Promise<Candle[]>

export interface SourceOptions {
  asset: string
  tf: Timeframe
  /** What the page has brought, ascending; else the newest are fetched */
  candles?: readonly Candle[] | undefined
  fetchCandles: FetchCandles
  /** `all` when candles came before the last one or were put right, `tail` when the last one moved or a new one came */
  onChange(change: 'all' | 'tail'): void
}

/** The candles of one asset and timeframe, as far as they have been needed. */
export interface CandleSource {
  readonly candles: readonly Candle[]
  readonly state: ReadonlySignal<SourceState>
  /** Fetches a page of what was before the first candle, unless one is on its way, has failed, or there is none. */
  loadOlder(): void
  /** Tries again what has failed. */
  retry(): void
  /** Fetches what was missed since the last candle, that one too. */
  fill(): void
  take(tick: Candle): void
  dispose(): void
}

/** Candles of a page of history, and of what was missed; the server gives at most 1000 */
const pageSize = 500
const fillSize = 1000

export function createCandleSource({
  asset,
  tf,
  candles: brought,
  fetchCandles,
  onChange,
}: SourceOptions): CandleSource {
  const abort = new AbortController()
  let candles: readonly Candle[] = brought ?? []
  let isFilling = false
  const state = signal<SourceState>({ newest: candles.length > 0 ? 'ready' : 'loading', older: 'more' })
  const setState = (change: Partial<SourceState>) => {
    state.value = { ...state.peek(), ...change }
  }
  const ask = (request: Omit<CandleRequest, 'asset' | 'tf'>) => fetchCandles({ asset, tf, ...request }, abort.signal)
  /** Failures of a source that nobody shows any more are nobody's business. */
  const unlessDisposed = (act: () => void) => () => {
    if (!abort.signal.aborted) act()
  }

  const loadNewest = () => {
    setState({ newest: 'loading' })
    ask({ limit: pageSize }).then(
      (page) =>
        unlessDisposed(() => {
          // Ticks may have come in the meantime: they are newer.
          candles = mergeCandles(page, candles)
          setState({ newest: candles.length > 0 ? 'ready' : 'empty' })
          onChange('all')
        })(),
      unlessDisposed(() => setState({ newest: 'failed' })),
    )
  }
  const loadOlder = () => {
    const first = candles[0]
    if (!first) return
    setState({ older: 'loading' })
    ask({ to: first.openTime, limit: pageSize }).then(
      (page) =>
        unlessDisposed(() => {
          setState({ older: page.length > 0 ? 'more' : 'exhausted' })
          if (page.length === 0) return
          candles = mergeCandles(page, candles)
          onChange('all')
        })(),
      unlessDisposed(() => setState({ older: 'failed' })),
    )
  }
  /** Asks for what there is from a moment on: what is known of it may be incomplete. */
  const fillFrom = (from: number) => {
    if (isFilling) return
    isFilling = true
    const before = candles.at(-1)
    ask({ from, limit: fillSize }).then(
      (page) =>
        unlessDisposed(() => {
          isFilling = false
          // A tick that came while the answer was on its way knows more of its own candle.
          const newest = candles.at(-1)
          const newer = newest && newest !== before ? [newest] : []
          candles = mergeCandles(mergeCandles(candles, page), newer)
          onChange('all')
          // The server may have learnt of earlier candles in the meantime.
          if (state.peek().older === 'exhausted') loadOlder()
          const end = page.at(-1)
          // The hole may be longer than an answer: the rest follows it.
          if (end && page.length === fillSize) fillFrom(end.openTime)
        })(),
      unlessDisposed(() => {
        isFilling = false
      }),
    )
  }
  const fill = () => {
    const last = candles.at(-1)
    if (last) fillFrom(last.openTime)
    else if (state.peek().newest !== 'loading') loadNewest()
  }

  if (candles.length === 0) loadNewest()
  return {
    get candles() {
      return candles
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
    fill,
    take: ({ openTime, open, high, low, close, volume }) => {
      const candle = { openTime, open, high, low, close, volume }
      const last = candles.at(-1)
      if (last && openTime < last.openTime) {
        candles = mergeCandles(candles, [candle])
        return onChange('all')
      }
      candles = last?.openTime === openTime ? [...candles.slice(0, -1), candle] : [...candles, candle]
      // One candle is no chart: what is on its way is still wanted, and what has failed has still failed.
      if (state.peek().newest === 'empty') setState({ newest: 'ready' })
      onChange(last ? 'tail' : 'all')
      if (last && openTime > last.openTime + tf * minuteMs) fillFrom(last.openTime)
    },
    dispose: () => abort.abort(),
  }
}
