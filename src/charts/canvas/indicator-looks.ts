import type { IndicatorChoice, IndicatorId } from '../../indicators/catalog.ts'

export interface IndicatorLook {
  hasPane: boolean
  lines: readonly ('line' | 'faint' | 'second' | 'histogram')[]
  /** After the point; the prices' unless given */
  digits?: number
}

export const indicatorLooks: Record<IndicatorId, IndicatorLook> = {
  sma: { hasPane: false, lines: ['line'] },
  ema: { hasPane: false, lines: ['line'] },
  bollinger: { hasPane: false, lines: ['line', 'faint', 'faint'] },
  rsi: { hasPane: true, lines: ['line'], digits: 2 },
  macd: { hasPane: true, lines: ['line', 'second', 'histogram'] },
}

/** How many of its kind come before one: two of a kind differ in colour. */
export function orderAmong(indicators: readonly IndicatorChoice[], index: number): number {
  return indicators.slice(0, index).filter(({ id }) => id === indicators[index]?.id).length
}
