import {
  chooseIndicator,
  type IndicatorChoice,
  indicatorIds,
  indicatorText,
  parseIndicator,
} from '../../src/indicators/catalog.ts'
import type { IndicatorCandle } from '../../src/indicators/indicator.ts'
import { createChosen } from '../../src/indicators/kinds.ts'
import { seeded } from './generate.ts'
import type { Report } from './report.ts'

/** Number of candles in 35 days of minutes */
const count = 50_669
const start = Date.UTC(2026, 0, 1)

/** The initial parameters of every indicator, and the longest of those that take longer for them */
const measured: IndicatorChoice[] = [
  ...indicatorIds.map((id) => chooseIndicator(id, id === 'avwap' ? [start / 60_000] : [])),
  { id: 'sma', params: [500] },
  { id: 'ema', params: [500] },
  { id: 'bollinger', params: [500, 2] },
  { id: 'rsi', params: [500] },
  { id: 'macd', params: [200, 500, 200] },
  { id: 'cci', params: [100] },
  { id: 'supertrend', params: [10, 10] },
  ...['sma:20@ohlc4', 'sma:9@rsi:14', 'bollinger:20:2@macd.signal:12:26:9'].flatMap(
    (text) => parseIndicator(text) ?? [],
  ),
]

export function benchIndicators(report: Report): void {
  const random = seeded(5)
  let close = 97_811.94
  const candles = Array.from({ length: count }, (_, minute): IndicatorCandle => {
    const open = close
    close += random() - 0.5
    const [high, low] = [Math.max(open, close) + random() / 4, Math.min(open, close) - random() / 4]
    return { openTime: start + minute * 60_000, open, high, low, close, volume: random() * 9 }
  })
  for (const choice of measured) {
    const rounds = Array.from({ length: 7 }, () => nanoseconds(choice, candles))
    // The fastest round, because other programs on the machine only make rounds slower.
    report(`indicator ${indicatorText(choice)}, for a candle`, Math.min(...rounds), 'ns', { atMost: 1000 })
  }
}

const chunk = 1000

/** Median of chunks, because other programs on the machine interrupt only some of them. */
function nanoseconds(choice: IndicatorChoice, candles: readonly IndicatorCandle[]): number {
  const indicator = createChosen(choice)
  const times: number[] = []
  for (let from = 0; from + chunk <= candles.length; from += chunk) {
    const part = candles.slice(from, from + chunk)
    const startedAt = performance.now()
    for (const candle of part) indicator.close(candle)
    times.push(((performance.now() - startedAt) * 1_000_000) / chunk)
  }
  return times.sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0
}
