import { type IndicatorChoice, maxMemory } from '../../indicators/catalog.ts'
import { type CandleLength, minutesOf } from '../../market/timeframe.ts'
import { lookOf } from './chart-look.ts'

export const roomAhead = 5

/** Number of candles shown at first, in wide and in narrow windows */
export const wideCount = 120
export const narrowCount = 48

/** Number of candles shown after the candle of a moment at which the chart was opened */
export const afterMoment = 16

/** Bounds of the candles that are loaded before the visible ones; sessions of many days and anchors may need more. */
const maxWarmUp = 3000
const anchoredWarmUp = 1000

/** Number of candles that the indicators of a chart need before the visible ones */
export function warmUpOf(indicators: readonly IndicatorChoice[], tf: CandleLength): number {
  const memories = indicators.map((choice) => maxMemory([choice], minutesOf(tf)))
  return Math.max(0, ...memories.map((each) => (Number.isFinite(each) ? Math.min(each, maxWarmUp) : anchoredWarmUp)))
}

/** Number of candles to load for the first view: twice those of a wide window, plus the warm-up of the indicators. */
export function firstCount({ indicators, tf }: { indicators: readonly IndicatorChoice[]; tf: CandleLength }): number {
  return 2 * wideCount + warmUpOf(indicators, tf)
}

export const narrowWindow = '(width < 48rem)'

/** Width of the price axis and height of the time axis, px; the poster uses the same sizes. */
export const axisWidth = 86
export const axisHeight = 28

/** Height of the price pane relative to an indicator pane */
export const mainPaneShare = 3.2

/** Margins of an indicator pane as shares of its height: the legend needs room above the lines. */
export const paneMargins = { top: 0.28, bottom: 0.08 }

/** Usual height of the price pane of a phone's poster, which the server cannot measure, px */
const narrowHeight = 560

/** Share of the price pane of a poster on a phone that its folded legend occupies */
export function narrowLegendShare(mainShare: number): number {
  return 34 / (narrowHeight * mainShare)
}

/** Max share of the price pane that legends may occupy */
const maxLegendShare = 0.45

/**
 * Margins of the price pane as shares of its height: the legend and those of overlays need room above the prices.
 * @param legend  share of the pane that the legends occupy, if known
 */
export function priceMargins({ hasVolume, indicators }: LowerParts, legend = 0) {
  const overlays = indicators.filter((choice) => !lookOf(choice).hasPane).length
  const usual = overlays > 0 ? Math.min(0.3, 0.12 + 0.05 * overlays) : 0.08
  const bottom = hasVolumeScale({ hasVolume, indicators }) ? 0.22 : 0.08
  return { top: Math.max(usual, Math.min(maxLegendShare, legend)), bottom }
}

interface LowerParts {
  hasVolume: boolean
  indicators: readonly IndicatorChoice[]
}

/** Whether volumes are drawn below the prices: the volume itself, or an indicator over it */
export function hasVolumeScale({ hasVolume, indicators }: LowerParts): boolean {
  return hasVolume || indicators.some((choice) => lookOf(choice).isOverVolume)
}
