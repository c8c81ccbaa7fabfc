import type { HeroCandle } from './hero-market.ts'

export interface CandleChartProps {
  candles: HeroCandle[]
  top: number
  bottom: number
  lines: number[]
}

const height = 300
const slot = 10

export function CandleChart({ candles, top, bottom, lines }: CandleChartProps) {
  const width = candles.length * slot
  const y = (price: number) => round(((top - price) / (top - bottom)) * height)
  const loudest = Math.max(...candles.map(({ volume }) => volume))
  const last = candles.at(-1)
  const x = (index: number) => index * slot + slot / 2
  const bars = (isRising: boolean, draw: (candle: HeroCandle, index: number) => string) =>
    candles.map((candle, index) => (candle.close >= candle.open === isRising ? draw(candle, index) : '')).join('')
  const wick = ({ high, low }: HeroCandle, index: number) => `M${x(index)} ${y(high)}V${y(low)}`
  const body = ({ open, close }: HeroCandle, index: number) =>
    box(x(index), y(Math.max(open, close)), y(Math.min(open, close)))
  const volume = (candle: HeroCandle, index: number) => box(x(index), height - (candle.volume / loudest) * 52, height)

  return (
    <svg className="candle-chart" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="candle-grid" d={lines.map((price) => `M0 ${y(price)}H${width}`).join('')} />
      <path className="candle-grid" d={[1, 2, 3, 4, 5].map((line) => `M${(line * width) / 6} 0V${height}`).join('')} />
      <path className="candle-volume-up" d={bars(true, volume)} />
      <path className="candle-volume-down" d={bars(false, volume)} />
      <path className="candle-average" d={averageLine(candles, 9, x, y)} />
      <path className="candle-wick-up" d={bars(true, wick)} />
      <path className="candle-wick-down" d={bars(false, wick)} />
      <path className="candle-up" d={bars(true, body)} />
      <path className="candle-down" d={bars(false, body)} />
      {last && (
        <path
          className={last.close < last.open ? 'candle-last is-falling' : 'candle-last'}
          d={`M0 ${y(last.close)}H${width}`}
        />
      )}
    </svg>
  )
}

function box(middle: number, from: number, to: number): string {
  return `M${middle - 3} ${round(from)}h6V${round(Math.max(to, from + 1))}h-6z`
}

function averageLine(candles: HeroCandle[], span: number, x: (index: number) => number, y: (price: number) => number) {
  return candles
    .map((_, index) => {
      const recent = candles.slice(Math.max(0, index - span + 1), index + 1)
      const mean = recent.reduce((sum, { close }) => sum + close, 0) / recent.length
      return `${index === 0 ? 'M' : 'L'}${x(index)} ${y(mean)}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
