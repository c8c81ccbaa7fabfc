import type { Locale } from '../../i18n/locales.ts'
import { type IndicatorChoice, type IndicatorId, indicatorText } from '../../indicators/catalog.ts'
import type { ChartIndicator } from '../chart-indicator.ts'
import type { ChartState } from '../chart-state.ts'
import type { InkName, Palette } from './palette.ts'

export interface ChartLook extends Omit<ChartState, 'asset'> {
  priceDigits: number
  locale: Locale
  palette: Palette
}

/**
 * How a line is drawn: `second`, `rise` and `fall` are thin lines of those colors, `turning` changes between both with
 * the line after it, which is a direction; `none` is not drawn.
 */
export type LineLook =
  | 'line'
  | 'faint'
  | 'second'
  | 'rise'
  | 'fall'
  | 'histogram'
  | 'steps'
  | 'dots'
  | 'turning'
  | 'none'

/** Whether a line has the color of its indicator; others have the colors of rises and falls. */
export function hasOwnColor(line: LineLook): boolean {
  return !['second', 'rise', 'fall'].includes(line)
}

/** Opacity of bars in a color that the user chose */
export const ownVolume = 0.5

export interface IndicatorLook {
  hasPane: boolean
  /** Whether it is drawn over the volume, on its scale */
  isOverVolume?: boolean | undefined
  ink: InkName
  lines: readonly LineLook[]
  /** Whether its lines may lie outside the visible prices; otherwise the price scale grows to hold them */
  keepsScale?: boolean
  /** Values at which a pane has a dashed line */
  levels?: readonly number[]
}

const bands = ['line', 'faint', 'faint'] as const
const levels = ['faint', 'faint', 'faint', 'faint', 'faint', 'faint'] as const

export const indicatorLooks: Record<IndicatorId, IndicatorLook> = {
  sma: { hasPane: false, ink: 'sma', lines: ['line'] },
  ema: { hasPane: false, ink: 'ema', lines: ['line'] },
  wma: { hasPane: false, ink: 'trend', lines: ['line'] },
  supertrend: { hasPane: false, ink: 'trend', lines: ['turning', 'none'] },
  ichimoku: { hasPane: false, ink: 'trend', lines: ['line', 'second', 'rise', 'fall'] },
  sar: { hasPane: false, ink: 'trend', lines: ['dots', 'none'] },
  adx: { hasPane: true, ink: 'trend', lines: ['line', 'rise', 'fall'], levels: [25] },
  pivots: { hasPane: false, ink: 'trend', lines: ['steps', ...levels], keepsScale: true },
  rsi: { hasPane: true, ink: 'rsi', lines: ['line'], levels: [30, 70] },
  macd: { hasPane: true, ink: 'macd', lines: ['line', 'second', 'histogram'] },
  stochastic: { hasPane: true, ink: 'momentum', lines: ['line', 'second'], levels: [20, 80] },
  stochrsi: { hasPane: true, ink: 'momentum', lines: ['line', 'second'], levels: [20, 80] },
  cci: { hasPane: true, ink: 'momentum', lines: ['line'], levels: [-100, 100] },
  bollinger: { hasPane: false, ink: 'bollinger', lines: bands },
  atr: { hasPane: true, ink: 'volatility', lines: ['line'] },
  keltner: { hasPane: false, ink: 'volatility', lines: bands },
  donchian: { hasPane: false, ink: 'volatility', lines: ['faint', 'line', 'line'] },
  vwap: { hasPane: false, ink: 'flow', lines: ['line'] },
  avwap: { hasPane: false, ink: 'flow', lines: ['line'] },
  vma: { hasPane: false, isOverVolume: true, ink: 'flow', lines: ['line'] },
  obv: { hasPane: true, ink: 'flow', lines: ['line'] },
  mfi: { hasPane: true, ink: 'flow', lines: ['line'], levels: [20, 80] },
}

/** Look of a chosen indicator. One without a pane of its own is drawn where its source is, on the same scale. */
export function lookOf({ id, source }: IndicatorChoice): IndicatorLook {
  const look = indicatorLooks[id]
  if (look.hasPane || typeof source !== 'object') return look
  const { hasPane, isOverVolume } = lookOf(source.of)
  return { ...look, hasPane, isOverVolume }
}

/** Numbers of the panes in which indicators are drawn; 0 is the price pane. */
export function panesOf(indicators: readonly ChartIndicator[]): number[] {
  const joined = new Map<string, string>()
  let above: string | undefined
  for (const each of indicators.filter(({ id }) => indicatorLooks[id].hasPane)) {
    const own = indicatorText(each)
    if (each.isJoined && above) joined.set(own, above)
    else above = own
  }
  const owners = indicators.map((each) => {
    const own = paneOwner(each)
    return own && (joined.get(own) ?? own)
  })
  const panes = [undefined, ...new Set(owners.filter((owner) => owner !== undefined))]
  return owners.map((owner) => panes.indexOf(owner))
}

/** Number of panes below the price pane */
export function paneCount(indicators: readonly ChartIndicator[]): number {
  return Math.max(0, ...panesOf(indicators))
}

/** Text of the indicator whose pane an indicator is drawn in, whether that one is shown itself or not */
function paneOwner(choice: IndicatorChoice): string | undefined {
  if (indicatorLooks[choice.id].hasPane) return indicatorText(choice)
  return typeof choice.source === 'object' ? paneOwner(choice.source.of) : undefined
}

/** Format of a price scale, as the chart library takes it */
export function priceFormatOf(formatter: (value: number) => string, digits: number | 'volume') {
  return { type: 'custom', formatter, minMove: digits === 'volume' ? 0.001 : 10 ** -digits } as const
}

/** Number of indicators of the same color before this one, because two of one color differ in shade. */
export function orderAmong(indicators: readonly IndicatorChoice[], index: number): number {
  const inkOf = (choice: IndicatorChoice | undefined) => choice && indicatorLooks[choice.id].ink
  return indicators.slice(0, index).filter((choice) => inkOf(choice) === inkOf(indicators[index])).length
}
