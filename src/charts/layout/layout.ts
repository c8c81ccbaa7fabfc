export const maxLayouts = 50
/** Max length of one chart's query such as `asset=BTCUSDT&tf=60`, in characters */
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
