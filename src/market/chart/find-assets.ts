import { type ChartAsset, pairOf } from './chart-props.ts'

/** What the keys of a Russian keyboard write on a Latin one: people type a ticker without changing the layout. */
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** The letters that were meant, whatever the keyboard was set to. */
export function asLatin(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => {
    const place = russianKeys.indexOf(letter)
    return place < 0 ? letter : latinKeys.charAt(place)
  }).join('')
}

/**
 * Assets that a few letters may mean, the likeliest first: those whose ticker begins with them, then those whose name
 * does, then those that have them anywhere. No letters mean all of them.
 */
export function findAssets<Asset extends Pick<ChartAsset, 'asset' | 'base' | 'quote' | 'name'>>(
  assets: readonly Asset[],
  query: string,
): Asset[] {
  const wanted = asLatin(query.trim()).replaceAll(/[/\s-]/g, '')
  const rank = (asset: Asset) => {
    const [ticker, name] = [asset.asset.toLowerCase(), asset.name.toLowerCase().replaceAll(' ', '')]
    if (ticker.startsWith(wanted)) return 0
    if (name.startsWith(wanted)) return 1
    return ticker.includes(wanted) || name.includes(wanted) || pairOf(asset).toLowerCase().includes(wanted) ? 2 : 3
  }
  return assets
    .map((asset) => ({ asset, rank: rank(asset) }))
    .filter(({ rank }) => rank < 3)
    .sort((left, right) => left.rank - right.rank)
    .map(({ asset }) => asset)
}
