import { lastingStates } from '../live/asset-status.ts'
import { type MarketState, shownStateOf } from '../market/asset-state.ts'
import type { Instrument } from '../market/instrument.ts'
import type { AssetSummary } from '../market/market.ts'
import { annualVolatility, logReturns } from '../market/statistics.ts'
import type { AssetList, ShownSet, Sort } from './list-query.ts'

export interface AssetLine extends AssetSummary {
  instrument: Instrument
  /** Volatility in percent per year, from the hourly closes of the last 24 hours */
  volatility: number | undefined
  isFavourite: boolean
}

/** An asset without a price for as long as its source state lasts; such an asset has no other figures either */
export type PricelessAsset = Pick<AssetLine, 'asset' | 'instrument' | 'isFavourite'>
type ListedAsset = PricelessAsset & Partial<Pick<AssetLine, 'change24h'>>

export function assetLines(
  summaries: readonly AssetSummary[],
  instruments: readonly Instrument[],
  favourites: ReadonlySet<string>,
): AssetLine[] {
  const byAsset = new Map(summaries.map((summary) => [summary.asset, summary]))
  return instruments.flatMap((instrument) => {
    const summary = byAsset.get(instrument.asset)
    if (!summary) return []
    const volatility = annualVolatility(logReturns(summary.spark), 24)
    return [{ ...summary, instrument, volatility, isFavourite: favourites.has(instrument.asset) }]
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
export function findAssets<Asset extends ListedAsset>(assets: readonly Asset[], { search, shown }: AssetList): Asset[] {
  return assets.filter((asset) => belongsTo(asset, shown) && isCalled(asset, search))
}

export function arrangeLines(lines: readonly AssetLine[], list: AssetList): AssetLine[] {
  const { sort, isDescending } = list
  const found = findAssets(lines, list)
  if (!sort) return found
  const direction = isDescending ? -1 : 1
  return found.toSorted((a, b) => direction * compare(a, b, sort))
}

export function countSets(lines: readonly ListedAsset[], search: string): Record<ShownSet, number> {
  const called = lines.filter((line) => isCalled(line, search))
  const count = (set: ShownSet) => called.filter((line) => belongsTo(line, set)).length
  return { all: called.length, favourites: count('favourites'), gainers: count('gainers'), losers: count('losers') }
}

function belongsTo({ isFavourite, change24h = 0 }: ListedAsset, shown: ShownSet): boolean {
  if (shown === 'favourites') return isFavourite
  if (shown === 'gainers') return change24h > 0
  if (shown === 'losers') return change24h < 0
  return true
}

function isCalled({ instrument: { asset, name, base, quote } }: ListedAsset, search: string): boolean {
  const wanted = search.toLowerCase()
  return [asset, name, `${base}/${quote}`].some((own) => own.toLowerCase().includes(wanted))
}

function compare(a: AssetLine, b: AssetLine, sort: Sort): number {
  if (sort === 'asset') return a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0
  return measureOf(a, sort) - measureOf(b, sort)
}

function measureOf(line: AssetLine, sort: Exclude<Sort, 'asset'>): number {
  if (sort === 'price') return line.last
  if (sort === 'change') return line.change24h ?? Number.NEGATIVE_INFINITY
  if (sort === 'range') return placeInRange(line)
  // Volumes are compared in the quote currency: volumes in different base currencies are not comparable.
  if (sort === 'volume') return turnoverOf(line)
  return line.volatility ?? -1
}

/** Returns the 24-hour turnover in the quote currency, estimated at the last price. */
export function turnoverOf({ volume24h, last }: Pick<AssetSummary, 'volume24h' | 'last'>): number {
  return volume24h * last
}
