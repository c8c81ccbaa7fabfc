import type { CandleRow } from '../../market/candle.ts'
import { type ChartState, chartQuery, parseChartState } from '../chart-state.ts'

export const maxLayouts = 50
/** Max length of one chart's query such as `asset=BTCUSDT&tf=60`, in characters: eight indicators with all their colors */
export const maxChart = 1600

export interface LayoutBody {
  charts: string[]
  isLinked: boolean
}

export interface Layout {
  id: string
  name: string
  updatedAt: number
  body: LayoutBody
}

export function isChartCount(count: number): boolean {
  return [1, 2, 4].includes(count)
}

export interface Arrangement {
  charts: readonly ChartState[]
  isLinked: boolean
}

export const chartCounts = [1, 2, 4] as const
export type ChartCount = (typeof chartCounts)[number]

/**
 * Parses several charts from an address: the first chart has the usual parameters, each other chart has one parameter
 * `with`.
 */
export function parseArrangement(query: URLSearchParams, initialAsset: string): Arrangement {
  const others = query.getAll('with').map((text) => parseChartState(new URLSearchParams(text), initialAsset))
  const charts = [parseChartState(query, initialAsset), ...others]
  return { charts: charts.slice(0, countFor(charts.length)), isLinked: query.get('linked') === '1' }
}

export function arrangementQuery({ charts, isLinked }: Arrangement, layoutId?: string): string {
  const [first = '?', ...others] = charts.map(chartQuery)
  const parts = others.map((query) => `&with=${encodeURIComponent(query.slice(1))}`)
  if (isLinked) parts.push('&linked=1')
  if (layoutId) parts.push(`&layout=${encodeURIComponent(layoutId)}`)
  return first + parts.join('')
}

export function arrangementOf({ charts, isLinked }: LayoutBody, initialAsset: string): Arrangement {
  return { charts: charts.map((text) => parseChartState(new URLSearchParams(text), initialAsset)), isLinked }
}

export function layoutBodyOf({ charts, isLinked }: Arrangement): LayoutBody {
  return { charts: charts.map((state) => chartQuery(state).slice(1)), isLinked }
}

/** Changes the number of charts. The active chart stays; new charts show the next assets with the same settings. */
export function withCount(
  { charts, isLinked }: Arrangement,
  count: ChartCount,
  active: number,
  assets: readonly string[],
): Arrangement {
  const chosen = charts[active] ?? charts[0]
  if (!chosen) return { charts, isLinked }
  if (count <= charts.length) {
    const kept = charts.slice(0, count)
    return { charts: active < count ? kept : [...kept.slice(0, -1), chosen], isLinked }
  }
  const shown = new Set(charts.map(({ asset }) => asset))
  const free = assets.filter((asset) => !shown.has(asset))
  const more = Array.from({ length: count - charts.length }, (_, index) => {
    return { ...chosen, compare: undefined, asset: free[index] ?? chosen.asset }
  })
  return { charts: [...charts, ...more], isLinked }
}

function countFor(length: number): ChartCount {
  return chartCounts.findLast((count) => count <= length) ?? 1
}

export interface WorkspaceProps {
  owner: string
  arrangement: Arrangement
  /** Candles of each chart after the first, ascending */
  others: CandleRow[][]
  layouts: Layout[]
  layoutId?: string | undefined
}
