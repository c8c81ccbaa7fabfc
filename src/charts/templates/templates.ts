import { type ChartIndicator, chartIndicatorText } from '../chart-indicator.ts'
import { parseIndicators } from '../chart-state.ts'

/** A set of indicators under a name */
export interface IndicatorTemplate {
  name: string
  /** Indicators as in the address of a chart: `sma:20,rsi:14~h` */
  indicators: string
}

/** All templates of a user. `version` changes with each save, so that windows do not overwrite each other. */
export interface Templates {
  templates: readonly IndicatorTemplate[]
  version: number
}

export const maxTemplates = 30
export const maxTemplateName = 60
/** Max length of the indicators of a template: eight with all their colors */
export const maxTemplateText = 1500

export function templateOf(name: string, indicators: readonly ChartIndicator[]): IndicatorTemplate {
  return { name, indicators: indicators.map(chartIndicatorText).join(',') }
}

export function indicatorsOf({ indicators }: IndicatorTemplate): ChartIndicator[] {
  return parseIndicators([indicators])
}

/** Adds a template, or replaces the one of the same name. */
export function withTemplate(list: readonly IndicatorTemplate[], added: IndicatorTemplate): IndicatorTemplate[] {
  const at = list.findIndex(({ name }) => name === added.name)
  return at < 0 ? [added, ...list] : list.toSpliced(at, 1, added)
}
