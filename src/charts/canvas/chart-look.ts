import type { Locale } from '../../i18n/locales.ts'
import type { IndicatorChoice, IndicatorId } from '../../indicators/catalog.ts'
import type { ChartState } from '../chart-state.ts'
import type { Palette } from './palette.ts'

export interface ChartLook extends Omit<ChartState, 'asset'> {
  priceDigits: number
  locale: Locale
  palette: Palette
}

export interface IndicatorLook {
  hasPane: boolean
  lines: readonly ('line' | 'faint' | 'second' | 'histogram')[]
  /** Number of decimal places of the indicator's values; by default the same as for prices */
  digits?: number
}

export const indicatorLooks: Record<IndicatorId, IndicatorLook> = {
  sma: { hasPane: false, lines: ['line'] },
  ema: { hasPane: false, lines: ['line'] },
  bollinger: { hasPane: false, lines: ['line', 'faint', 'faint'] },
  rsi: { hasPane: true, lines: ['line'], digits: 2 },
  macd: { hasPane: true, lines: ['line', 'second', 'histogram'] },
}

/** Number of indicators of the same kind before this one, because two indicators of one kind differ in color. */
export function orderAmong(indicators: readonly IndicatorChoice[], index: number): number {
  return indicators.slice(0, index).filter(({ id }) => id === indicators[index]?.id).length
}
