import type { ChartView } from '../canvas/chart-view.ts'
import type { IndicatorSeries } from '../canvas/series-indicators.ts'

export interface Spot {
  x: number
  y: number
}

/** Finds the indicator whose line is nearest to a spot of the chart. @param reach  max distance, px */
export function indicatorAt(view: ChartView, { x, y }: Spot, reach: number): IndicatorSeries | undefined {
  const scale = view.chart.timeScale()
  if (x < 0 || x > scale.width()) return undefined
  const tops = view.heights.tops()
  const pane = tops.findLastIndex((top) => y >= top)
  const [from, to] = [x - reach, x + reach].map((each) => scale.coordinateToLogical(each))
  if (from === null || to === null || from === undefined || to === undefined) return undefined
  // The lines of one more candle on either side may cross the spot.
  const first = Math.max(0, Math.floor(from) - 1)
  const last = Math.min(view.candles.length - 1, Math.ceil(to) + 1)
  const xs = Array.from({ length: last - first + 1 }, (_, at) => scale.logicalToCoordinate((first + at) as typeof from))
  let nearest: IndicatorSeries | undefined
  let least = reach
  for (const indicator of view.indicators()) {
    if (indicator.pane !== pane) continue
    for (const [line, series] of indicator.lines.entries()) {
      if (!series?.options().visible) continue
      const spots = xs.map((at, index) => {
        const value = indicator.valuesAt(first + index)[line]
        const own = value === undefined ? null : series.priceToCoordinate(value)
        return at === null || own === null ? undefined : { x: at, y: own + (tops[pane] ?? 0) }
      })
      const foot = series.seriesType() === 'Histogram' ? series.priceToCoordinate(0) : null
      const distance =
        foot === null ? distanceToLine(spots, { x, y }) : distanceToBars(spots, foot + (tops[pane] ?? 0), { x, y })
      // The last one of equally near lines is on top.
      if (distance <= least) [nearest, least] = [indicator, distance]
    }
  }
  return nearest
}

type Spots = readonly (Spot | undefined)[]

/** Distance from a spot to a line through spots, px; a missing one interrupts it. */
export function distanceToLine(spots: Spots, spot: Spot): number {
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...spots.map((from, index) => {
      const to = spots[index + 1] ?? from
      return from && to ? distanceToSegment(from, to, spot) : Number.POSITIVE_INFINITY
    }),
  )
}

function distanceToSegment(from: Spot, to: Spot, { x, y }: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}

function distanceToBars(spots: Spots, foot: number, spot: Spot): number {
  const distances = spots.map((top) =>
    top ? distanceToSegment(top, { x: top.x, y: foot }, spot) : Number.POSITIVE_INFINITY,
  )
  return Math.min(Number.POSITIVE_INFINITY, ...distances)
}
