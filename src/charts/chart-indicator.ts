import { type IndicatorChoice, indicatorText, parseIndicator } from '../indicators/catalog.ts'

/** An indicator of a chart, and how the chart shows it. */
export interface ChartIndicator extends IndicatorChoice, LineStyle {
  isHidden?: boolean | undefined
  /** Whether its pane shows only the legend */
  isCollapsed?: boolean | undefined
  /** Whether it is drawn in the pane above instead of a pane of its own */
  isJoined?: boolean | undefined
  /** Height of its pane, percent of the usual one */
  size?: number | undefined
}

/** Look of the lines of an indicator where it differs from the usual one */
export interface LineStyle {
  /** Colors of lines at their places in the catalog, `#rrggbb` */
  colors?: readonly (string | undefined)[] | undefined
  /** Width of all lines, px */
  width?: LineWidth | undefined
}

const marks = { h: 'isHidden', c: 'isCollapsed', j: 'isJoined' } as const

/** Min and max height of a pane, percent of the usual one */
export const [minSize, maxSize] = [40, 400]

export const lineWidths = [1, 2, 3, 4] as const
type LineWidth = (typeof lineWidths)[number]

/**
 * Formats an indicator as in the address of a chart: `rsi:14`, or with what differs from the usual `rsi:14~c150`. Width
 * and colors follow a second tilde: `macd:12:26:9~~3.ff8800..00aa00`.
 */
export function chartIndicatorText(indicator: ChartIndicator): string {
  const set = Object.entries(marks).flatMap(([mark, name]) => (indicator[name] ? mark : []))
  const text = set.join('') + (indicator.size ?? '')
  const { width = '', colors = [] } = indicator
  const style = [width, ...colors.map((color) => color?.slice(1) ?? '')].join('.')
  return indicatorText(indicator) + (text || style ? `~${text}` : '') + (style && `~${style}`)
}

/** Parses such a text; ignores unknown marks after the tildes. Returns undefined if the indicator is unknown. */
export function parseChartIndicator(text: string): ChartIndicator | undefined {
  const [choice = '', given = '', style = ''] = text.split('~')
  const parsed = parseIndicator(choice)
  if (!parsed) return undefined
  const set = Object.entries(marks).filter(([mark]) => given.includes(mark))
  const size = Number(/\d+$/.exec(given)?.[0])
  const isSized = size >= minSize && size <= maxSize && size !== 100
  return {
    ...parsed,
    ...Object.fromEntries(set.map(([, name]) => [name, true])),
    ...(isSized && { size }),
    ...parseStyle(style),
  }
}

function parseStyle(text: string): LineStyle {
  const [width, ...colors] = text.split('.')
  return lineStyle(
    Number(width),
    colors.map((color) => (/^[\da-f]{6}$/.test(color) ? `#${color}` : undefined)),
  )
}

/** Returns a style without what is invalid or usual. */
export function lineStyle(width: number, colors: readonly (string | undefined)[]): LineStyle {
  const wide = lineWidths.find((each) => each === width)
  const own = colors.slice(0, colors.findLastIndex(Boolean) + 1)
  return { ...(wide && { width: wide }), ...(own.length > 0 && { colors: own }) }
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
