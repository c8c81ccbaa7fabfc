import { lastingStates } from '../live/asset-status.ts'
import { type MarketState, shownStateOf } from '../market/asset-state.ts'
import type { Instrument } from '../market/instrument.ts'
import { pairOf } from '../market/instrument.ts'
import type { AssetSummary } from '../market/market.ts'
import { annualVolatility, logReturns } from '../market/statistics.ts'
import type { AssetList, ShownSet, Sort } from './list-query.ts'
import { filterable, isInRange, type Ranges } from './screener/ranges.ts'
import type { SampledFigures } from './screener/read-figures.ts'

export interface AssetLine extends AssetSummary {
  instrument: Instrument
  /** Volatility in percent per year, from the hourly closes of the last 24 hours */
  volatility: number | undefined
  figures: SampledFigures
  isFavourite: boolean
}

/** An asset without a price for as long as its source state lasts; such an asset has no other figures either */
export type PricelessAsset = Pick<AssetLine, 'asset' | 'instrument' | 'isFavourite'>
type ListedAsset = AssetLine | PricelessAsset

export function assetLines(
  summaries: readonly AssetSummary[],
  instruments: readonly Instrument[],
  favourites: ReadonlySet<string>,
  figures: ReadonlyMap<string, SampledFigures>,
): AssetLine[] {
  const byAsset = new Map(summaries.map((summary) => [summary.asset, summary]))
  return instruments.flatMap((instrument) => {
    const [summary, own] = [byAsset.get(instrument.asset), figures.get(instrument.asset)]
    if (!summary || !own) return []
    const volatility = annualVolatility(logReturns(summary.spark), 24)
    return [{ ...summary, instrument, volatility, figures: own, isFavourite: favourites.has(instrument.asset) }]
  })
}

/** Returns assets without a line that will not have one soon; prices of the other assets are on their way. */
export function pricelessAssets(
  lines: readonly AssetLine[],
  { instruments, state }: { instruments: readonly Instrument[]; state: MarketState },
  favourites: ReadonlySet<string>,
): PricelessAsset[] {
  const priced = new Set(lines.map(({ asset }) => asset))
  const isLasting = (asset: string) => lastingStates.some((lasting) => lasting === shownStateOf(state, asset))
  return instruments
    .filter(({ asset }) => !priced.has(asset) && isLasting(asset))
    .map((instrument) => ({ asset: instrument.asset, instrument, isFavourite: favourites.has(instrument.asset) }))
}

/** Returns the place of the price in its 24-hour range, 0–1; 0.5 if the range has no width. */
export function placeInRange({ last, low24h, high24h }: Pick<AssetSummary, 'last' | 'low24h' | 'high24h'>): number {
  const width = high24h - low24h
  return width > 0 ? Math.min(1, Math.max(0, (last - low24h) / width)) : 0.5
}

/** Returns the assets that a list shows, in the order given. */
export function findAssets<Asset extends ListedAsset>(assets: readonly Asset[], list: AssetList): Asset[] {
  return assets.filter((asset) => belongsTo(asset, list.shown) && isFound(asset, list))
}

export function arrangeLines(lines: readonly AssetLine[], list: AssetList): AssetLine[] {
  const { sort, isDescending } = list
  const found = findAssets(lines, list)
  if (!sort) return found
  const direction = isDescending ? -1 : 1
  if (sort === 'asset') return found.toSorted((a, b) => direction * (a.asset < b.asset ? -1 : 1))
  // Measured once each; assets without the figure are last in both directions.
  return found
    .map((line) => ({ line, value: measureOf(line, sort) }))
    .toSorted(({ value: a }, { value: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
      return direction * (a - b)
    })
    .map(({ line }) => line)
}

export function countSets(assets: readonly ListedAsset[], list: AssetList): Record<ShownSet, number> {
  const found = assets.filter((asset) => isFound(asset, list))
  const count = (set: ShownSet) => found.filter((asset) => belongsTo(asset, set)).length
  return { all: found.length, favourites: count('favourites'), gainers: count('gainers'), losers: count('losers') }
}

function belongsTo(asset: ListedAsset, shown: ShownSet): boolean {
  const change = hasFigures(asset) ? (asset.change24h ?? 0) : 0
  if (shown === 'favourites') return asset.isFavourite
  if (shown === 'gainers') return change > 0
  if (shown === 'losers') return change < 0
  return true
}

function isFound(asset: ListedAsset, { search, ranges }: AssetList): boolean {
  return isCalled(asset, search) && isWithin(asset, ranges)
}

function isWithin(asset: ListedAsset, ranges: Ranges): boolean {
  return filterable.every((figure) => {
    const range = ranges[figure]
    return !range || (hasFigures(asset) && isInRange(measureOf(asset, figure), range))
  })
}

function hasFigures(asset: ListedAsset): asset is AssetLine {
  return 'figures' in asset
}

function isCalled({ instrument }: ListedAsset, search: string): boolean {
  const wanted = search.toLowerCase()
  return [instrument.asset, instrument.name, pairOf(instrument)].some((own) => own.toLowerCase().includes(wanted))
}

/** Returns the value by which the list is sorted and filtered; undefined if the history is too short for it. */
export function measureOf(line: AssetLine, measure: Exclude<Sort, 'asset'>): number | undefined {
  switch (measure) {
    case 'price':
      return line.last
    case 'change':
      return line.change24h
    case 'range':
      return placeInRange(line)
    // Volumes are compared in the quote currency: volumes in different base currencies are not comparable.
    case 'volume':
      return turnoverOf(line)
    case 'volatility':
      return line.volatility
    default:
      return line.figures[measure]
  }
}

/** Returns the 24-hour turnover in the quote currency, estimated at the last price. */
export function turnoverOf({ volume24h, last }: Pick<AssetSummary, 'volume24h' | 'last'>): number {
  return volume24h * last
}
