import { useLocale } from '../i18n/context.tsx'
import { formatDays, formatTime } from '../i18n/format.ts'
import { formatClock, formatSize } from '../i18n/numbers.ts'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import type { MarketState } from '../market/asset-state.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Listing } from '../market/listing/listing.ts'
import type { Market } from '../market/market.ts'
import { Panel } from '../ui/panels/panel.tsx'

export interface SymbolFacts {
  listing: Listing | undefined
  source: Market['feed']['id']
  /** openTime of the first stored minute, ms UTC */
  firstAt: number | undefined
  /** Time of the last update at the source, ms UTC */
  updatedAt: number | undefined
}

export interface SymbolPanelProps {
  instrument: Instrument
  facts: SymbolFacts
  market: MarketState
}

/** Trading rules of an asset, where its prices come from and how old they are. */
export function SymbolPanel({ instrument, facts, market }: SymbolPanelProps) {
  const { locale, t } = useLocale()
  const { asset, base, quote } = instrument
  const { listing, source, firstAt, updatedAt } = facts
  const { mark } = assetStatusOf(market, asset, assetStatusWords(t))
  const amount = (decimal: string, unit: string) => `${formatSize(locale, Number(decimal))} ${unit}`
  const rows = [
    { name: t('enigma.symbol.name'), value: asset },
    { name: t('enigma.symbol.source'), value: instrument.venue ?? t(`enigma.symbol.sources.${source}`) },
    { name: t('enigma.symbol.priceStep'), value: listing && amount(listing.priceStep, quote) },
    { name: t('enigma.symbol.quantityStep'), value: listing && amount(listing.quantityStep, base) },
    {
      name: t('enigma.symbol.minimum'),
      value:
        listing && (Number(listing.minNotional) > 0 ? amount(listing.minNotional, quote) : t('enigma.symbol.none')),
    },
    { name: t('enigma.symbol.first'), value: firstAt === undefined ? undefined : formatTime(locale, firstAt) },
    {
      name: t('enigma.symbol.updated'),
      value:
        updatedAt === undefined
          ? undefined
          : `${formatDays(locale, updatedAt, updatedAt)}, ${formatClock(locale, updatedAt)}`,
    },
    { name: t('enigma.symbol.state'), value: mark || t('enigma.symbol.trading') },
  ]
  return (
    <Panel id="symbol" title={t('enigma.symbol.title')} text={t('enigma.symbol.text')}>
      <dl className="tiles">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
