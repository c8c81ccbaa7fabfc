import { type RefObject, useEffect } from 'react'
import type { Pane } from './pane.ts'

/** Parts of a legend in the price pane; the others are in their own panes */
const overPrices = '.chart-legend-candle, .chart-legend-fold > summary, .chart-legend-fold[open] li:not([data-pane])'
/** px between the legend and the highest price */
const gap = 6

/**
 * Keeps the prices below the legend, however many lines it takes in a window of any size. Nothing moves while the
 * pointer reads candles.
 */
export function useLegendRoom(
  stage: RefObject<HTMLElement | null>,
  { pane, hasIndicators }: { pane: Pane | undefined; hasIndicators: boolean },
): void {
  useEffect(() => {
    const element = stage.current
    if (!pane || !element) return
    const measure = () => {
      if (element.querySelector('.chart-legend[data-pointed=true]')) return
      const { top } = element.getBoundingClientRect()
      const parts = [...element.querySelectorAll(overPrices)].map((part) => part.getBoundingClientRect().bottom)
      pane.view.leaveRoom(Math.max(top, ...parts) - top + gap)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const growing = hasIndicators ? '.chart-legend-candle, .chart-legend-fold' : '.chart-legend-candle'
    for (const part of element.querySelectorAll(growing)) observer.observe(part)
    return () => observer.disconnect()
  }, [stage, pane, hasIndicators])
}
