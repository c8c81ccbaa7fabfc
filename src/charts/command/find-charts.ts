import type { Locale } from '../../i18n/locales.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { type NamedAsset, readCommands } from './command.ts'
import { fold } from './matching.ts'

/**
 * Finds the charts that a query names, such as `ETH 4h`, best first; then the assets whose ticker or name contains the
 * query. An empty query finds all assets.
 */
export function findCharts<Asset extends NamedAsset>(
  assets: readonly Asset[],
  query: string,
  locale: Locale,
): { asset: Asset; tf?: Timeframe | undefined }[] {
  const tfs = new Map(
    readCommands(query, assets, locale)
      .filter(({ verb = 'chart' }) => verb === 'chart')
      .map(({ asset, tf }) => [asset, tf]),
  )
  const part = withoutSpaces(query)
  const named = [...tfs].flatMap(([name, tf]) => {
    const asset = assets.find((each) => each.asset === name)
    return asset ? [{ asset, tf }] : []
  })
  const containing = assets.filter(
    ({ asset, name }) => !tfs.has(asset) && [asset, name].some((text) => withoutSpaces(text).includes(part)),
  )
  return [...named, ...containing.map((asset) => ({ asset }))]
}

function withoutSpaces(text: string): string {
  return fold(text).replaceAll(/[/\s-]/g, '')
}
