import { indicatorText } from '../indicators/catalog.ts'
import {
  type CandleLength,
  isTimeframe,
  minuteMs,
  minutesOf,
  moscowDay,
  type Timeframe,
  timeframes,
} from '../market/timeframe.ts'
import { readMoment } from './canvas/axis-time.ts'
import { type ChartIndicator, chartIndicatorText, parseChartIndicator } from './chart-indicator.ts'

/** Timeframes shown as a row; the others are in a menu */
export const favoriteTimeframes = [1, 5, 15, 60, 240, 1440] as const

export const chartKinds = ['candles', 'bars', 'line', 'area', 'heikin-ashi'] as const
export type ChartKind = (typeof chartKinds)[number]

export const priceScales = ['normal', 'log', 'percent'] as const
export type PriceScale = (typeof priceScales)[number]

export interface ChartState {
  asset: string
  /** Length of the candles; days may begin at midnight in Moscow */
  tf: CandleLength
  kind: ChartKind
  scale: PriceScale
  hasVolume: boolean
  indicators: readonly ChartIndicator[]
  /** Asset that is compared with this one and drawn over it; both are then shown in percent */
  compare?: string | undefined
  /** Number of rows of the volume profile of the visible candles; none is shown without it */
  profile?: number | undefined
}

export const profileRows = [24, 48, 96] as const

export const maxIndicators = 8

const initialTimeframe: Timeframe = 60

/**
 * Parses the state of a chart from an address. Invalid parameters get defaults, because addresses are typed, truncated
 * and bookmarked. Does not check whether the asset exists.
 */
export function parseChartState(query: URLSearchParams, initialAsset: string): ChartState {
  return {
    asset: query.get('asset') ?? initialAsset,
    tf: lengthIn(query) ?? initialTimeframe,
    kind: chartKinds.find((kind) => kind === query.get('kind')) ?? 'candles',
    scale: priceScales.find((scale) => scale === query.get('scale')) ?? 'normal',
    hasVolume: query.get('volume') !== '0',
    indicators: parseIndicators(query.getAll('ind')),
    compare: query.get('vs') ?? undefined,
    profile: profileRows.find((rows) => rows === Number(query.get('profile'))),
  }
}

/** Parses indicators; a form sent without scripts has a field for each one, whereas addresses contain one list. */
export function parseIndicators(lists: readonly string[]): ChartIndicator[] {
  return distinctIndicators(lists.flatMap((list) => list.split(',')).flatMap((text) => parseChartIndicator(text) ?? []))
}

/** Max number of candles since the moment: fewer than are loaded for the first view, so that some precede it */
const maxSince = 200

/**
 * Reads the moment at which the chart is to be opened, ms UTC, from `at`: see `readMoment`. Adds a timeframe to a query without one: the
 * finest whose first candles reach back to the moment.
 */
export function momentIn(query: URLSearchParams, now: number): number | undefined {
  const text = query.get('at') ?? ''
  const at = readMoment(text, 1)
  if (!(at > 0 && at <= now)) return undefined
  const finest = timeframes.find((each) => (now - at) / (each * minuteMs) <= maxSince) ?? 43200
  if (!query.has('tf')) query.set('tf', String(finest))
  return readMoment(text, lengthIn(query) ?? finest)
}

function lengthIn(query: URLSearchParams): CandleLength | undefined {
  const tf = Number(query.get('tf'))
  if (tf === 1440 && query.get('days') === 'moscow') return moscowDay
  return isTimeframe(tf) ? tf : undefined
}

/** Reads the time of a replay, ms UTC, to the minute, from an ISO date in `replay`; undefined if it is no past time. */
export function replayIn(query: URLSearchParams, now: number): number | undefined {
  const time = Math.floor(Date.parse(query.get('replay') ?? '') / minuteMs) * minuteMs
  return time > 0 && time <= now ? time : undefined
}

/** Writes the state of a chart as a query string with `?`; default values are omitted. */
export function chartQuery({ asset, tf, kind, scale, hasVolume, indicators, compare, profile }: ChartState): string {
  const parts = [`asset=${encodeURIComponent(asset)}`, `tf=${minutesOf(tf)}`]
  if (tf === moscowDay) parts.push('days=moscow')
  if (kind !== 'candles') parts.push(`kind=${kind}`)
  if (scale !== 'normal') parts.push(`scale=${scale}`)
  if (!hasVolume) parts.push('volume=0')
  if (indicators.length > 0) parts.push(`ind=${indicators.map(chartIndicatorText).join(',')}`)
  if (compare) parts.push(`vs=${encodeURIComponent(compare)}`)
  if (profile) parts.push(`profile=${profile}`)
  return `?${parts.join('&')}`
}

export function distinctIndicators(indicators: readonly ChartIndicator[]): ChartIndicator[] {
  const texts = indicators.map(indicatorText)
  return indicators.filter((_, index) => texts.indexOf(texts[index] ?? '') === index).slice(0, maxIndicators)
}
