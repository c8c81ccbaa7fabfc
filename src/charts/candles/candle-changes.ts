import type { DecimalCandle } from '../../market/candle.ts'
import { type Span, withSpan } from '../../market/span.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { mergeCandles } from './candle-list.ts'
import type { createPages, LoadedCandles } from './candle-pages.ts'

interface CorrectionsOptions {
  tf: Timeframe
  kept: LoadedCandles
  pages: ReturnType<typeof createPages>
  want(span: Span): void
}

/** Refetches candles that were corrected. */
export function createCorrections({ tf, kept, pages, want }: CorrectionsOptions) {
  /** Corrections received while a page of candles is loading: the response may predate them */
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
  tf: Timeframe
  kept: LoadedCandles
  onChange(change: 'all' | 'tail'): void
  /** Ticks may be missing from this moment on, ms UTC. */
  onGap(from: number): void
}

/** Applies ticks to the candles. A tick received during a request wins over its response. */
export function createTicks({ tf, kept, onChange, onGap }: TicksOptions) {
  /** Ticks since the pending request was sent; undefined when none is pending */
  let ticked: DecimalCandle[] | undefined
  return {
    ask: () => {
      ticked = []
    },
    answer: (page: DecimalCandle[]) => {
      kept.candles = mergeCandles(mergeCandles(kept.candles, page), ticked ?? [])
      ticked = undefined
      onChange('all')
    },
    take: (candle: DecimalCandle) => {
      const { candles } = kept
      const last = candles.at(-1)
      if (ticked) ticked = mergeCandles(ticked, [candle])
      if (last && candle.openTime < last.openTime) {
        kept.candles = mergeCandles(candles, [candle])
        return onChange('all')
      }
      kept.candles = last?.openTime === candle.openTime ? [...candles.slice(0, -1), candle] : [...candles, candle]
      // A single candle is not enough for a chart: `loading` and `failed` stay.
      if (kept.state.peek().newest === 'empty') kept.set({ newest: 'ready' })
      onChange(last ? 'tail' : 'all')
      if (last && candle.openTime > last.openTime + tf * minuteMs) onGap(last.openTime)
    },
  }
}
