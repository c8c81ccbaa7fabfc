import { type IndicatorChoice, indicatorText, parseIndicator } from '../indicators/catalog.ts'

/** An indicator of a chart, and how the chart shows it. */
export interface ChartIndicator extends IndicatorChoice {
  isHidden?: boolean | undefined
}

/** Formats an indicator as in the address of a chart: `rsi:14`, and `rsi:14~h` while it is hidden. */
export function chartIndicatorText(indicator: ChartIndicator): string {
  return indicatorText(indicator) + (indicator.isHidden ? '~h' : '')
}

/** Parses such a text; ignores unknown marks after the tilde. Returns undefined if the indicator is unknown. */
export function parseChartIndicator(text: string): ChartIndicator | undefined {
  const [choice = '', marks = ''] = text.split('~')
  const parsed = parseIndicator(choice)
  return parsed && { ...parsed, ...(marks.includes('h') && { isHidden: true }) }
}

export function isSameIndicator(left: IndicatorChoice, right: IndicatorChoice): boolean {
  return indicatorText(left) === indicatorText(right)
}

/** Whether an indicator is another one, or reads it directly or through others. */
export function readsIndicator(each: IndicatorChoice, choice: IndicatorChoice): boolean {
  const { source } = each
  return isSameIndicator(each, choice) || (typeof source === 'object' && readsIndicator(source.of, choice))
}

/** Replaces an indicator where it is shown and where others read it. */
export function withReplaced(
  indicators: readonly ChartIndicator[],
  choice: IndicatorChoice,
  next: IndicatorChoice,
): ChartIndicator[] {
  const replace = <Choice extends IndicatorChoice>(each: Choice): Choice => {
    if (isSameIndicator(each, choice)) {
      const { source: _, ...shown } = each
      return { ...shown, ...next } as Choice
    }
    const { source } = each
    return typeof source === 'object' ? { ...each, source: { ...source, of: replace(source.of) } } : each
  }
  return indicators.map(replace)
}
