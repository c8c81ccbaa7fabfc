export interface PriceAxisProps {
  top: number
  bottom: number
  lines: number[]
  last: number
  /** Whether the current candle is falling */
  isFalling: boolean
  format: (price: number) => string
}

/** Draws the price labels. Positions are percentages, so that labels keep their size when the chart is stretched. */
export function PriceAxis({ top, bottom, lines, last, isFalling, format }: PriceAxisProps) {
  const share = (price: number) => ((top - price) / (top - bottom)) * 100
  const hasRoom = (price: number) => Math.abs(share(price) - share(last)) > 5 && share(price) > 3 && share(price) < 97
  return (
    <svg className="price-axis" aria-hidden="true">
      {lines.filter(hasRoom).map((price) => (
        <text key={price} x="8" y={`${share(price)}%`} dy="0.35em">
          {format(price)}
        </text>
      ))}
      <rect
        className={isFalling ? 'is-falling' : undefined}
        y={`${share(last)}%`}
        width="100%"
        height="20"
        rx="4"
        transform="translate(0 -10)"
      />
      <text className="price-axis-last" x="8" y={`${share(last)}%`} dy="0.35em">
        {format(last)}
      </text>
    </svg>
  )
}

export function roundPrices(top: number, bottom: number, count: number): number[] {
  const rough = (top - bottom) / count
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * ([1, 2, 5].find((round) => round * magnitude >= rough) ?? 10)
  const first = Math.ceil(bottom / step)
  return Array.from({ length: Math.floor(top / step) - first + 1 }, (_, index) => (first + index) * step)
}
