import { type IndicatorChoice, indicatorKinds, indicatorText } from '../../src/indicators/catalog.ts'
import { seeded } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

/** Number of candles in 35 days of minutes */
const candles = 50_669

const measured: IndicatorChoice[] = [
  { id: 'sma', params: [20] },
  { id: 'sma', params: [500] },
  { id: 'ema', params: [20] },
  { id: 'ema', params: [500] },
  { id: 'bollinger', params: [20, 2] },
  { id: 'bollinger', params: [500, 2] },
  { id: 'rsi', params: [14] },
  { id: 'rsi', params: [500] },
  { id: 'macd', params: [12, 26, 9] },
  { id: 'macd', params: [200, 500, 200] },
]

export function benchIndicators(report: Report): void {
  const random = seeded(5)
  let price = 97_811.94
  const closes = Array.from({ length: candles }, () => {
    price += random() - 0.5
    return price
  })
  for (const choice of measured) {
    const rounds = Array.from({ length: 7 }, () => microseconds(choice, closes))
    report(`indicator ${indicatorText(choice)}, for a candle`, median(rounds), 'µs', { atMost: 1 })
  }
}

function microseconds({ id, params }: IndicatorChoice, closes: readonly number[]): number {
  const indicator = indicatorKinds[id].create(params)
  const startedAt = performance.now()
  for (const close of closes) indicator.close(close)
  return ((performance.now() - startedAt) * 1000) / closes.length
}
