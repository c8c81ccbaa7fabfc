export interface SparklineProps {
  values: number[]
}

export function Sparkline({ values }: SparklineProps) {
  const lowest = Math.min(...values)
  const spread = Math.max(...values) - lowest || 1
  const points = values.map(
    (value, index) => `${index * 4},${Math.round((1 - (value - lowest) / spread) * 160) / 10 + 2}`,
  )
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${(values.length - 1) * 4} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
