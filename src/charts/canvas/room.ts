import { type IndicatorChoice, longestMemory } from '../../indicators/catalog.ts'
import { indicatorLooks } from './indicator-looks.ts'

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

/** Shares of an indicator's pane: above its lines stands its legend. */
export const paneMargins = { top: 0.28, bottom: 0.08 }

/** Share of the price pane that legends may take from the prices */
const mostLegendShare = 0.45

/**
 * Shares of the price pane: above the prices stand the legends of what is drawn over them.
 * @param legend  share of the pane that they take, where it is known
 */
export function priceMargins(
  { hasVolume, indicators }: { hasVolume: boolean; indicators: readonly IndicatorChoice[] },
  legend = 0,
) {
  const overlays = indicators.filter(({ id }) => !indicatorLooks[id].hasPane).length
  const usual = overlays > 0 ? Math.min(0.3, 0.12 + 0.05 * overlays) : 0.08
  return { top: Math.max(usual, Math.min(mostLegendShare, legend)), bottom: hasVolume ? 0.22 : 0.08 }
}
