import { type ChartAsset, pairOf } from '../chart-props.ts'

/** Maps keys of the Russian layout, so that tickers can be typed without switching. */
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

export function asLatin(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => {
    const place = russianKeys.indexOf(letter)
    return place < 0 ? letter : latinKeys.charAt(place)
  }).join('')
}

/** Best matches first: the ticker begins with the query, then the name does, then either contains it. */
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
