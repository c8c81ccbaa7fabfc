import {
  chooseIndicator,
  type IndicatorChoice,
  indicatorText,
  isIndicatorId,
  parseIndicator,
} from '../indicators/catalog.ts'
import { isTimeframe, type Timeframe } from '../market/timeframe.ts'

export const chartKinds = ['candles', 'bars', 'line', 'area', 'heikin-ashi'] as const
export type ChartKind = (typeof chartKinds)[number]

export const priceScales = ['normal', 'log', 'percent'] as const
export type PriceScale = (typeof priceScales)[number]

export interface ChartState {
  asset: string
  tf: Timeframe
  kind: ChartKind
  scale: PriceScale
  hasVolume: boolean
  indicators: readonly IndicatorChoice[]
  /** Another asset drawn over this one; both are shown in percent */
  compare?: string | undefined
}

export const maxIndicators = 8

const initialTimeframe: Timeframe = 60

/** Invalid parameters get defaults, because addresses are typed, truncated and bookmarked. Does not check the asset. */
export function parseChartState(query: URLSearchParams, initialAsset: string): ChartState {
  const tf = Number(query.get('tf'))
  // Forms without scripts send one field per indicator; addresses contain a list.
  const indicators = query.getAll('ind').flatMap((text) => text.split(','))
  return {
    asset: query.get('asset') ?? initialAsset,
    tf: isTimeframe(tf) ? tf : initialTimeframe,
    kind: chartKinds.find((kind) => kind === query.get('kind')) ?? 'candles',
    scale: priceScales.find((scale) => scale === query.get('scale')) ?? 'normal',
    hasVolume: query.get('volume') !== '0',
    indicators: distinctIndicators(indicators.flatMap((text) => parseIndicator(text) ?? [])),
    compare: query.get('vs') ?? undefined,
  }
}

/** Query string with `?`, without defaults. */
export function chartQuery({ asset, tf, kind, scale, hasVolume, indicators, compare }: ChartState): string {
  const parts = [`asset=${encodeURIComponent(asset)}`, `tf=${tf}`]
  if (kind !== 'candles') parts.push(`kind=${kind}`)
  if (scale !== 'normal') parts.push(`scale=${scale}`)
  if (!hasVolume) parts.push('volume=0')
  if (indicators.length > 0) parts.push(`ind=${indicators.map(indicatorText).join(',')}`)
  if (compare) parts.push(`vs=${encodeURIComponent(compare)}`)
  return `?${parts.join('&')}`
}

export function distinctIndicators(indicators: readonly IndicatorChoice[]): IndicatorChoice[] {
  const texts = indicators.map(indicatorText)
  return indicators.filter((_, index) => texts.indexOf(texts[index] ?? '') === index).slice(0, maxIndicators)
}

/**
 * Adds the indicator of a form sent without scripts: its id in `add`, its parameters in `number`. Undefined if absent.
 */
export function withAddedIndicator(state: ChartState, query: URLSearchParams): ChartState | undefined {
  const id = query.get('add')
  if (!isIndicatorId(id)) return undefined
  const choice = chooseIndicator(id, query.getAll('number').map(Number))
  return { ...state, indicators: distinctIndicators([...state.indicators, choice]) }
}
