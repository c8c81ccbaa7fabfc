import { turnoverOf } from '../enigma/asset-line.ts'
import { AssetMark } from '../enigma/asset-mark.tsx'
import { LiveChange } from '../enigma/live-change.island.tsx'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { formatCompact } from '../i18n/numbers.ts'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import type { MarketState } from '../market/asset-state.ts'
import { changeDirection } from '../market/price-format.ts'
import { paths } from '../paths.ts'
import { Island } from '../ui/island.tsx'
import { type Tile, tilesOf } from './heat-layout.ts'
import { StartCard } from './start-card.tsx'
import type { WatchedAsset } from './start-view.ts'

export interface HeatMapProps {
  /** The most traded assets, first the one with the largest turnover */
  assets: WatchedAsset[]
  market: MarketState
}

/** Smallest area of a tile, as a share of the mean area: smaller tiles could not be read or touched. */
const minShare = 0.4

/**
 * Map of the most traded assets. Areas grow with the square root of the turnover, because in proportion to the turnover
 * one pair would fill most of the map. Colors and the number of rising assets follow the live prices.
 */
export function HeatMap({ assets, market }: HeatMapProps) {
  const { t } = useLocale()
  if (assets.length === 0) return null
  const sizes = assets.map((asset) => Math.sqrt(turnoverOf(asset)))
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  const tiles = tilesOf(
    sizes.map((size) => Math.max(size, mean * minShare, Number.MIN_VALUE)),
    0.9,
  )
  const count = (direction: 'up' | 'down') =>
    assets.filter(({ change24h }) => changeDirection(change24h) === direction).length
  const breadth = { up: count('up'), down: count('down'), total: assets.length }
  return (
    <StartCard id="heat" title={t('start.heat.title')} more={{ path: paths.enigma, text: t('market.start.allAssets') }}>
      <p className="heat-breadth" data-breadth={t('start.heat.breadth', keptMarks)}>
        {t('start.heat.breadth', breadth)}
      </p>
      <svg className="heat-map" role="presentation">
        {assets.map((asset, at) => {
          const tile = tiles[at]
          return tile && <HeatTile key={asset.asset} asset={asset} tile={tile} market={market} />
        })}
      </svg>
      <p className="start-hint">{t('start.heat.hint')}</p>
    </StartCard>
  )
}

/** The browser fills these marks when live prices change the numbers. */
const keptMarks = { up: '{{up}}', down: '{{down}}', total: '{{total}}' }

interface HeatTileProps {
  asset: WatchedAsset
  tile: Tile
  market: MarketState
}

function HeatTile({ asset: summary, tile: { x, y, width, height }, market }: HeatTileProps) {
  const { locale, t } = useLocale()
  const { asset, instrument, last, change24h } = summary
  const { base, quote, name, venue } = instrument
  const turnover = `${formatCompact(locale, turnoverOf(summary))} ${quote}`
  return (
    <foreignObject x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${height}%`}>
      <a
        className="heat-tile"
        href={`${localised(locale, paths.charts)}?asset=${asset}`}
        title={t('start.heat.tile', { name, turnover })}
      >
        <b>{venue === undefined ? base : `${base} · ${venue}`}</b>
        <Island name="live-change">
          <LiveChange asset={asset} change={change24h} last={last} locale={locale} />
        </Island>
        <AssetMark standing={assetStatusOf(market, asset, assetStatusWords(t))} />
      </a>
    </foreignObject>
  )
}
