export interface SparklineProps {
  prices: readonly number[]
  /**
   * Direction of the price change shown beside the line, which sets the color; the change may be measured from another
   * first price
   */
  direction: 'up' | 'down' | undefined
}

const width = 120
const height = 32
const margin = 2

/** Small price line, hidden from screen readers because the numbers are beside it. */
export function Sparkline({ prices, direction }: SparklineProps) {
  if (prices.length < 2) return null
  const line = sparkPath(prices)
  return (
    <svg
      className="sparkline"
      data-direction={direction}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="sparkline-area" d={`${line}V${height}H0Z`} />
      <path className="sparkline-line" d={line} />
    </svg>
  )
}

function sparkPath(prices: readonly number[]): string {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const y = (price: number) =>
    high > low ? margin + ((high - price) / (high - low)) * (height - 2 * margin) : height / 2
  return prices
    .map(
      (price, index) => `${index === 0 ? 'M' : 'L'}${round((index / (prices.length - 1)) * width)} ${round(y(price))}`,
    )
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
