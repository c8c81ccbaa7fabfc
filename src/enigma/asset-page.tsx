import type { PriceAlert } from '../alerts/alert.ts'
import { NewAlert } from '../alerts/new-alert.tsx'
import { AlertItems } from '../alerts/price-alerts.tsx'
import { AssetChart } from '../charts/asset/asset-chart.island.tsx'
import type { ChartWords } from '../charts/words.ts'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { formatClock } from '../i18n/numbers.ts'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import { FeedBadge, FeedNotice, type FeedProps } from '../live/feed-notice.tsx'
import type { MarketState } from '../market/asset-state.ts'
import { type Candle, rowOf } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import { formatPrice } from '../market/price-format.ts'
import { type Timeframe, timeframes } from '../market/timeframe.ts'
import type { UndoableFlash } from '../pages/flash.ts'
import type { FormState } from '../pages/form-state.ts'
import { UndoToast } from '../pages/undo-toast.tsx'
import { href, paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Island } from '../ui/island.tsx'
import { EnigmaLayout } from '../ui/layouts/app.tsx'
import { Panel } from '../ui/panels/panel.tsx'
import { AssetHead } from './asset-head.tsx'
import type { AssetLine } from './asset-line.ts'
import { Correlations, Returns, Risk } from './asset-numbers.tsx'
import type { AssetStatistics } from './asset-statistics.ts'
import { type SymbolFacts, SymbolPanel } from './symbol-panel.tsx'
import { Tape } from './tape.island.tsx'
import type { TapeLine } from './tape-line.ts'

export interface AssetPageProps extends Omit<FeedProps, 'asset'> {
  instrument: Instrument
  /** Figures of the asset; undefined if the asset has no price */
  line: AssetLine | undefined
  isFavourite: boolean
  tf: Timeframe
  candles: Candle[]
  chartWords: ChartWords
  statistics: AssetStatistics
  ticks: TapeLine[]
  facts: SymbolFacts
  /** The visitor's alerts for this asset, newest first */
  alerts: PriceAlert[]
  alertForm: FormState
  flashes: readonly UndoableFlash[]
  /** ms UTC */
  now: number
}

export function AssetPage({ instrument, line, isFavourite, statistics, ticks, ...more }: AssetPageProps) {
  const { locale, t } = useLocale()
  const numbers = { statistics, instrument }
  const { asset } = instrument
  const about = { asset, market: more.state, words: assetStatusWords(t) }
  return (
    <EnigmaLayout>
      <UndoToast flashes={more.flashes} action={paths.alertUndo} back={href(paths.enigmaAsset, { asset })} />
      <AssetHead instrument={instrument} line={line} about={about} isFavourite={isFavourite} />
      <FeedBadge feedId={more.feedId} state={more.state} asset={asset} />
      <FeedNotice state={more.state} asset={asset} />
      <div className="asset-page">
        <Panel id="chart" title={t('enigma.chart')}>
          <Island name="asset-chart" when="load">
            <AssetChart
              asset={instrument}
              tf={more.tf}
              rows={more.candles.map((candle) => rowOf(candle, instrument))}
              locale={locale}
              words={more.chartWords}
              address={localised(locale, href(paths.enigmaAsset, { asset }))}
              about={about}
            />
          </Island>
          <CandlesFile asset={asset} tf={more.tf} words={more.chartWords} />
        </Panel>
        <TapePanel instrument={instrument} ticks={ticks} market={more.state} />
        <Returns {...numbers} />
        <Risk {...numbers} />
        <Correlations {...numbers} />
        <SymbolPanel instrument={instrument} facts={more.facts} market={more.state} />
        <Alerts instrument={instrument} last={line?.last} form={more.alertForm} {...more} />
      </div>
      <p className="panel-text">{t('enigma.computed', { at: formatClock(locale, statistics.at) })}</p>
    </EnigmaLayout>
  )
}

interface CandlesFileProps {
  asset: string
  tf: Timeframe
  words: ChartWords
}

/** Form that downloads all candles of a timeframe. */
function CandlesFile({ asset, tf, words }: CandlesFileProps) {
  const { locale, t } = useLocale()
  return (
    <form className="candles-file" action={localised(locale, href(paths.enigmaCandles, { asset }))} data-downloads>
      <label htmlFor="candles-tf">{t('enigma.candlesFile')}</label>
      <select id="candles-tf" name="tf" defaultValue={tf}>
        {timeframes.map((own) => (
          <option key={own} value={own}>
            {words[`tf${own}`]}
          </option>
        ))}
      </select>
      <SubmitButton kind="quiet" icon="i-lucide-download">
        {t('enigma.csv')}
      </SubmitButton>
    </form>
  )
}

interface TapePanelProps {
  instrument: Instrument
  ticks: TapeLine[]
  market: MarketState
}

function TapePanel({ instrument, ticks, market }: TapePanelProps) {
  const { locale, t } = useLocale()
  const { asset, priceDigits, volumeDigits } = instrument
  const words = {
    label: t('enigma.tape'),
    time: t('enigma.tapeTime'),
    price: t('enigma.tapePrice'),
    volume: t('enigma.tapeVolume'),
    empty: assetStatusOf(market, asset, assetStatusWords(t)).empty,
  }
  return (
    <Panel id="tape" title={t('enigma.tape')} text={t('enigma.tapeLive')}>
      <Island name="tape">
        <Tape
          asset={asset}
          lines={ticks}
          priceDigits={priceDigits}
          volumeDigits={volumeDigits}
          locale={locale}
          words={words}
        />
      </Island>
    </Panel>
  )
}

interface AlertsProps extends Pick<AssetPageProps, 'alerts' | 'state' | 'now'> {
  instrument: Instrument
  last: number | undefined
  form: FormState
}

function Alerts({ instrument, last, alerts, form, state, now }: AlertsProps) {
  const { locale, t } = useLocale()
  const { asset, quote, priceDigits } = instrument
  const price = last === undefined ? '—' : formatPrice(locale, last, priceDigits)
  return (
    <Panel id="alerts" title={t('alerts.title')} text={t('alerts.lead')}>
      <div className="alerts-columns">
        <div>
          <NewAlert
            action={localised(locale, href(paths.enigmaAlerts, { asset }))}
            form={form}
            hint={t('alerts.valueHint', { quote, price })}
          />
          <a href={`${localised(locale, paths.alerts)}?kind=enter&asset=${asset}`}>{t('alerts.moreKinds')}</a>
        </div>
        <AlertItems
          alerts={alerts}
          instrument={(own) => (own === asset ? instrument : undefined)}
          back={href(paths.enigmaAsset, { asset })}
          nothing={t('alerts.none')}
          isOfOneAsset
          stale={state.stale}
          closedUntil={state.closedUntil}
          now={now}
        />
      </div>
    </Panel>
  )
}
