export const maxLayouts = 50
/** Max characters of one chart's query: `asset=BTCUSDT&tf=60` */
export const maxChart = 500

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
