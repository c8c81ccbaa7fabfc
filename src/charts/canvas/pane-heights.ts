import type { IChartApi } from 'lightweight-charts'
import { type ChartIndicator, maxSize, minSize } from '../chart-indicator.ts'
import { panesOf } from './chart-look.ts'
import { mainPaneShare } from './dimensions.ts'

/** Height of a pane that shows only its legend, the least that the library allows, px */
const collapsedHeight = 30

export interface PaneHeights {
  layOut(indicators: readonly ChartIndicator[]): void
  /** Distance of each pane from the top of the chart, px; the first is the price pane */
  tops(): number[]
  /** Sizes of the panes below the prices as the user has dragged them, percent of the usual height */
  sizes(): number[]
  dispose(): void
}

/** Gives the panes of a chart their heights, also after the chart was resized. */
export function createPaneHeights(chart: IChartApi): PaneHeights {
  let shown: readonly ChartIndicator[] = []
  const heights = () => chart.panes().map((pane) => pane.getHeight())
  const place = () => {
    const panes = panesOf(shown)
    const leaders = chart.panes().map((_, pane) => (pane === 0 ? undefined : shown[panes.indexOf(pane)]))
    const shares = leaders.map((leader, pane) => (pane === 0 ? mainPaneShare : (leader?.size ?? 100) / 100))
    const isCollapsed = leaders.map((leader) => leader?.isCollapsed === true)
    const open = shares.reduce((sum, share, pane) => (isCollapsed[pane] ? sum : sum + share), 0)
    const folded = isCollapsed.filter(Boolean).length * collapsedHeight
    const room = chart.chartElement().clientHeight - chart.timeScale().height() - folded
    const foldedShare = (collapsedHeight * open) / Math.max(room, collapsedHeight)
    for (const [pane, each] of chart.panes().entries()) {
      each.setStretchFactor(isCollapsed[pane] ? foldedShare : (shares[pane] ?? 1))
    }
  }
  const observer = new ResizeObserver(place)
  observer.observe(chart.chartElement())
  return {
    layOut: (indicators) => {
      shown = indicators
      place()
    },
    tops: () => {
      let top = 0
      // A line of one pixel separates the panes.
      return heights().map((height) => {
        top += height + 1
        return top - height - 1
      })
    },
    sizes: () => {
      const [main = 1, ...others] = heights()
      return others.map((height) => {
        const size = Math.round((height / main) * mainPaneShare * 20) * 5
        return Math.max(minSize, Math.min(maxSize, size))
      })
    },
    dispose: () => observer.disconnect(),
  }
}
