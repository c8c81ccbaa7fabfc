import {
  chooseIndicator,
  type IndicatorId,
  indicatorText,
  isIndicatorId,
  parseIndicator,
} from '../indicators/catalog.ts'
import { readStyle } from './canvas/line-styles.ts'
import { initialColors } from './canvas/palette.ts'
import { type ChartState, distinctIndicators, maxIndicators } from './chart-state.ts'
import { readParameter } from './words.ts'

/**
 * Adds the indicator that a user chose in a form sent without scripts: its id in `add`, its parameters in `number`, the
 * price that it reads in `source`, its style in `color` and `width`.
 * Undefined if the query adds none, or one that cannot read its source.
 */
export function withAddedIndicator(state: ChartState, query: URLSearchParams): ChartState | undefined {
  const id = query.get('add')
  if (!isIndicatorId(id)) return undefined
  const choice = parseIndicator(addedText(id, query))
  if (!choice) return undefined
  const style = readStyle(id, query, (name) => initialColors[name])
  return { ...state, indicators: distinctIndicators([...state.indicators, { ...choice, ...style }]) }
}

function addedText(id: IndicatorId, query: URLSearchParams): string {
  const source = query.get('source')
  const own = indicatorText(chooseIndicator(id, query.getAll('number').map(readParameter)))
  return source ? `${own}@${source}` : own
}

/** Finds the indicators of an address that are not shown, because they cannot read their source. */
export function refusedIndicators(query: URLSearchParams): string[] {
  const added = query.get('add')
  const lists = [...query.getAll('ind'), ...(isIndicatorId(added) ? [addedText(added, query)] : [])]
  const own = lists
    .flatMap((list) => list.split(','))
    .map((text) => text.split('~')[0] ?? '')
    .filter((text) => isIndicatorId(text.split(/[:@]/)[0]) && !parseIndicator(text))
  const others = query.getAll('with').flatMap((text) => refusedIndicators(new URLSearchParams(text)))
  return [...new Set([...own, ...others])].slice(0, maxIndicators)
}
