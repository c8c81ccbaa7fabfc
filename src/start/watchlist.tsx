import { Sparkline } from '../charts/sparkline.tsx'
import { LiveChange } from '../enigma/live-change.island.tsx'
import { useLocale } from '../i18n/context.tsx'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import { LivePrice } from '../live/live-price.island.tsx'
import type { MarketState } from '../market/asset-state.ts'
import { changeDirection } from '../market/price-format.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Island } from '../ui/island.tsx'
import { AssetLink, StartCard } from './start-card.tsx'
import type { WatchedAsset } from './start-view.ts'

export interface WatchlistProps {
  assets: WatchedAsset[]
  hasFavourites: boolean
  market: MarketState
}

export function Watchlist({ assets, hasFavourites, market }: WatchlistProps) {
  const { t } = useLocale()
  const more = { path: paths.enigma, text: t('market.start.allAssets') }
  return (
    <StartCard id="watchlist" title={t(hasFavourites ? 'market.start.favourites' : 'market.start.prices')} more={more}>
      {assets.length === 0 ? (
        <EmptyState icon="i-lucide-hourglass" title={t('market.start.noPrices')} isSmall />
      ) : (
        <table className="start-table">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('market.start.asset')}</th>
              <th scope="col">{t('market.start.spark')}</th>
              <th scope="col">{t('market.start.price')}</th>
              <th scope="col">{t('market.start.change')}</th>
            </tr>
          </thead>
          <tbody>
            {assets.map((asset) => (
              <WatchedRow key={asset.asset} asset={asset} market={market} />
            ))}
          </tbody>
        </table>
      )}
      {!hasFavourites && assets.length > 0 && <p className="start-hint">{t('market.start.favouritesHint')}</p>}
    </StartCard>
  )
}

interface WatchedRowProps {
  asset: WatchedAsset
  market: MarketState
}

function WatchedRow({ asset: { asset, instrument, last, change24h, spark }, market }: WatchedRowProps) {
  const { locale, t } = useLocale()
  return (
    <tr>
      <th scope="row">
        <AssetLink instrument={instrument} />
      </th>
      <td className="start-spark">
        <Sparkline prices={spark} direction={changeDirection(change24h)} />
      </td>
      <td className="start-price">
        <Island name="live-price">
          <LivePrice
            asset={asset}
            last={last}
            digits={instrument.priceDigits}
            stale={assetStatusOf(market, asset, assetStatusWords(t)).stale}
            locale={locale}
          />
        </Island>
      </td>
      <td className="start-change">
        <Island name="live-change">
          <LiveChange asset={asset} change={change24h} last={last} locale={locale} />
        </Island>
      </td>
    </tr>
  )
}
