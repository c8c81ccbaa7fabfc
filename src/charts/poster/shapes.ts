import { type IndicatorChoice, indicatorText } from '../../indicators/catalog.ts'
import type { IndicatorValues } from '../../indicators/indicator.ts'
import { createChosen } from '../../indicators/kinds.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { paneCount, panesOf } from '../canvas/chart-look.ts'
import { mainPaneShare } from '../canvas/dimensions.ts'
import { heikinAshi } from '../canvas/heikin-ashi.ts'
import type { ChartIndicator } from '../chart-indicator.ts'
import type { ChartState } from '../chart-state.ts'

/** Height of a pane and width of a candle in units of the poster, which is stretched to the size of the chart */
export const paneHeight = 1000
export const slot = 10

export interface Margins {
  top: number
  bottom: number
}

/** Price scale of the poster, the same as in the live chart, with the volume below the prices. */
export interface Scale {
  y(value: number): number
  low: number
  high: number
}

export function scaleOf(values: readonly number[], { top, bottom }: Margins, isLog = false): Scale {
  const measure = isLog ? (value: number) => Math.log10(Math.max(value, Number.MIN_VALUE)) : (value: number) => value
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [from, to] = [measure(low), measure(high)]
  const room = paneHeight * (1 - top - bottom)
  const y = (value: number) => {
    const share = to === from ? 0.5 : (to - measure(value)) / (to - from)
    return Math.round((paneHeight * top + share * room) * 10) / 10
  }
  return { y, low, high }
}

export function roundValues(low: number, high: number, count: number): number[] {
  if (!(high > low)) return []
  const rough = (high - low) / count
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * ([1, 2, 2.5, 5].find((each) => each * magnitude >= rough) ?? 10)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

export function shownCandles(candles: readonly DecimalCandle[], { kind }: Pick<ChartState, 'kind'>): DecimalCandle[] {
  if (kind !== 'heikin-ashi') return [...candles]
  let previous: DecimalCandle | undefined
  return candles.map((candle) => {
    previous = heikinAshi(candle, previous)
    return previous
  })
}

export function xOf(index: number): number {
  return index * slot + slot / 2
}

/** Returns an SVG path through values, with gaps where values are missing. */
export function linePath(values: readonly (number | undefined)[], y: (value: number) => number): string {
  let isDrawing = false
  return values
    .map((value, index) => {
      const verb = isDrawing ? 'L' : 'M'
      isDrawing = value !== undefined
      return value === undefined ? '' : `${verb}${xOf(index)} ${y(value)}`
    })
    .join('')
}

/** Returns an SVG path of a dot at each value, which has no length and is drawn by its round ends. */
export function dotsPath(values: readonly (number | undefined)[], y: (value: number) => number): string {
  return values.map((value, index) => (value === undefined ? '' : `M${xOf(index)} ${y(value)}h0`)).join('')
}

export function box(index: number, from: number, to: number): string {
  const width = slot * 0.7
  return `M${xOf(index) - width / 2} ${from}h${width}V${Math.max(to, from + 1)}h-${width}z`
}

const computed = new WeakMap<readonly DecimalCandle[], Map<string, IndicatorValues[]>>()

/** Computes an indicator once for a list of candles, which posters, legends and tables share. */
export function valuesOf(choice: IndicatorChoice, candles: readonly DecimalCandle[]): readonly IndicatorValues[] {
  const known = computed.get(candles) ?? new Map<string, IndicatorValues[]>()
  computed.set(candles, known)
  const text = indicatorText(choice)
  const values = known.get(text) ?? computeValues(choice, candles)
  known.set(text, values)
  return values
}

function computeValues(choice: IndicatorChoice, candles: readonly DecimalCandle[]): IndicatorValues[] {
  const indicator = createChosen(choice)
  return candles.map((candle) => indicator.close(candle))
}

/** Shares of the chart's height that its panes take, from the price pane down, as in the live chart */
export function paneShares(indicators: readonly ChartIndicator[]): number[] {
  const panes = panesOf(indicators)
  const leaders = Array.from({ length: paneCount(indicators) }, (_, pane) => indicators[panes.indexOf(pane + 1)])
  const folded = leaders.filter((leader) => leader?.isCollapsed).length * foldedShare
  const parts = [mainPaneShare, ...leaders.map((leader) => (leader?.isCollapsed ? 0 : (leader?.size ?? 100) / 100))]
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => (part === 0 ? foldedShare : (part / sum) * (1 - folded)))
}

/** Share of a folded pane, which has a fixed height, in a chart of usual height */
const foldedShare = 0.05
