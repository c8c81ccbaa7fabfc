import { LiveChange } from '../enigma/live-change.island.tsx'
import { useLocale } from '../i18n/context.tsx'
import type { MessageKey } from '../i18n/translate.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Island } from '../ui/island.tsx'
import { AssetLink } from './asset-link.tsx'
import { StartCard } from './start-card.tsx'
import type { Movers, WatchedAsset } from './start-view.ts'

export interface MoverListsProps {
  movers: Movers
}

export function MoverLists({ movers: { gainers, losers } }: MoverListsProps) {
  const { t } = useLocale()
  return (
    <StartCard id="movers" title={t('market.start.movers')}>
      <div className="start-movers">
        <MoverList title="market.start.gainers" none="market.start.noGainers" assets={gainers} />
        <MoverList title="market.start.losers" none="market.start.noLosers" assets={losers} />
      </div>
    </StartCard>
  )
}

function MoverList({ title, none, assets }: { title: MessageKey; none: MessageKey; assets: WatchedAsset[] }) {
  const { locale, t } = useLocale()
  return (
    <div>
      <h3>{t(title)}</h3>
      {assets.length === 0 ? (
        <EmptyState icon="i-lucide-minus" title={t(none)} isSmall />
      ) : (
        <ol>
          {assets.map(({ asset, instrument, change24h, last }) => (
            <li key={asset}>
              <AssetLink instrument={instrument} />
              <Island name="live-change">
                <LiveChange asset={asset} change={change24h} last={last} locale={locale} />
              </Island>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
