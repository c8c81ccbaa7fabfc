import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { formatCompact } from '../i18n/numbers.ts'
import { AssetLogo } from '../live/asset-logo.tsx'
import { assetStatusOf } from '../live/asset-status.ts'
import { LivePrice } from '../live/live-price.island.tsx'
import type { AboutAsset } from '../live/use-tick.ts'
import type { Instrument } from '../market/instrument.ts'
import { pairOf } from '../market/instrument.ts'
import { href, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { type AssetLine, turnoverOf } from './asset-line.ts'
import { Range, Star, WatchlistsLink } from './asset-row.tsx'
import { LiveChange } from './live-change.island.tsx'
import { LiveMark } from './live-mark.island.tsx'
import { NoPrices } from './no-prices.island.tsx'

export interface AssetHeadProps {
  instrument: Instrument
  line: AssetLine | undefined
  about: AboutAsset
  isFavourite: boolean
}

export function AssetHead({ instrument, line, about, isFavourite }: AssetHeadProps) {
  const { locale, t } = useLocale()
  const { asset, base, name } = instrument
  return (
    <header className="asset-head">
      <a className="asset-back" href={localised(locale, paths.enigma)}>
        <Icon name="i-lucide-arrow-left" />
        {t('enigma.toList')}
      </a>
      <div className="asset-head-row">
        <div className="asset-head-name">
          <AssetLogo base={base} />
          <h1>
            {name} <span>{pairOf(instrument)}</span>
          </h1>
          <Island name="live-mark" when="load">
            <LiveMark {...about} />
          </Island>
          <Star asset={asset} isFavourite={isFavourite} back={href(paths.enigmaAsset, { asset })} />
          <WatchlistsLink asset={asset} />
        </div>
        <div className="asset-head-acts">
          <Button kind="quiet" href={localised(locale, href(paths.paperAsset, { asset }))} icon="i-lucide-hand-coins">
            {t('paper.trade')}
          </Button>
          <Button href={`${localised(locale, paths.charts)}?asset=${asset}`} icon="i-lucide-chart-candlestick">
            {t('enigma.openCharts')}
          </Button>
        </div>
      </div>
      {line ? (
        <AssetPrices instrument={instrument} line={line} about={about} />
      ) : (
        <div className="empty-state">
          <Island name="no-prices" when="load">
            <NoPrices {...about} />
          </Island>
        </div>
      )}
    </header>
  )
}

interface AssetPricesProps {
  instrument: Instrument
  line: AssetLine
  about: AboutAsset
}

function AssetPrices({ instrument: { asset, base, quote, priceDigits }, line, about }: AssetPricesProps) {
  const { locale, t } = useLocale()
  return (
    <div className="asset-head-row">
      <p className="asset-head-price">
        <Island name="live-price" when="load">
          <LivePrice
            asset={asset}
            last={line.last}
            digits={priceDigits}
            stale={assetStatusOf(about.market, asset, about.words).stale}
            locale={locale}
          />
        </Island>
        <Island name="live-change" when="load">
          <LiveChange asset={asset} change={line.change24h} last={line.last} locale={locale} />
        </Island>
      </p>
      <dl className="asset-facts" aria-label={t('enigma.facts')}>
        <div className="asset-facts-range">
          <dt>{t('enigma.sorts.range')}</dt>
          <dd>
            <Range line={line} />
          </dd>
        </div>
        <div>
          <dt>{t('enigma.sorts.volume')}</dt>
          <dd>
            {formatCompact(locale, line.volume24h)} {base}
          </dd>
        </div>
        <div>
          <dt title={t('enigma.definitions.volume')}>≈ {quote}</dt>
          <dd>{formatCompact(locale, turnoverOf(line))}</dd>
        </div>
      </dl>
    </div>
  )
}
