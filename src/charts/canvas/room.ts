import { type IndicatorChoice, longestMemory } from '../../indicators/catalog.ts'

export const roomAhead = 5

/** Candles shown at first, in wide and narrow windows */
export const wideCount = 120
export const narrowCount = 48

/** Candles of a first view: twice what a window shows, and those before from which the indicators follow. */
export function firstCount(indicators: readonly IndicatorChoice[]): number {
  return 2 * wideCount + longestMemory(indicators)
}

export const narrowWindow = '(width < 48rem)'

/** px of the price and time axes; the poster leaves the same room. */
export const axisWidth = 86
export const axisHeight = 28

/** Height of the price pane by that of an indicator's */
export const mainPaneShare = 3.2
