import { AssetChart } from '../charts/asset/asset-chart.island.tsx'
import { chartQuery } from '../charts/chart-state.ts'
import type { ChartWords } from '../charts/words.ts'
import type { ArticleSummary } from '../content/library/views.ts'
import { LiveChange } from '../enigma/live-change.island.tsx'
import { useLocale } from '../i18n/context.tsx'
import { formatShortDate } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import { FeedBadge, FeedNotice } from '../live/feed-notice.tsx'
import type { MarketState } from '../market/asset-state.ts'
import { rowOf } from '../market/candle.ts'
import { pairOf } from '../market/instrument.ts'
import type { UndoableFlash } from '../pages/flash.ts'
import { UndoToast } from '../pages/undo-toast.tsx'
import { href, paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Island } from '../ui/island.tsx'
import { BareLayout } from '../ui/layouts/default.tsx'
import { FailedRead } from '../ui/notice.tsx'
import { FirstSteps, type FirstStepsProps } from './first-steps.tsx'
import { HeatMap } from './heat-map.tsx'
import { MoneyTiles, type MoneyTilesProps } from './money-tiles.tsx'
import { AssetLink, StartCard } from './start-card.tsx'
import type { Movers, StartChartView, StartView, WatchedAsset } from './start-view.ts'
import { Watchlist } from './watchlist.tsx'

const keys: readonly { keys: readonly string[]; text: MessageKey }[] = [
  { keys: ['Ctrl', 'K'], text: 'market.start.keySearch' },
  { keys: ['/'], text: 'market.start.keyField' },
  { keys: ['1', '…', '6'], text: 'market.start.keyTimeframe' },
  { keys: ['A', '…', 'Z'], text: 'market.start.keyAsset' },
]

function KeyHints() {
  const { t } = useLocale()
  return (
    <StartCard id="keys" title={t('market.start.keys')}>
      <dl className="start-keys">
        {keys.map(({ keys, text }) => (
          <div key={text}>
            <dt>{keys.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </StartCard>
  )
}

export interface StartPageProps {
  /** Name of the user */
  name: string
  view: StartView
  live: StartLiveProps
  chartWords: ChartWords
  flashes: readonly UndoableFlash[]
}

export function StartPage({ name, view, live, chartWords, flashes }: StartPageProps) {
  const { t } = useLocale()
  return (
    <BareLayout>
      <div className="start">
        <header className="start-head">
          <h1>{t('account.appGreeting', { name })}</h1>
          <FeedBadge {...view.feed} />
          <FeedNotice state={view.feed.state} />
        </header>
        <UndoToast flashes={flashes} action={paths.firstSteps} />
        <FailedRead>{t('start.money.failed')}</FailedRead>
        <StartLive {...live} isFocused={flashes.some(({ undo, isNew = false }) => undo !== undefined && isNew)} />
        <div className={view.chart ? 'start-market' : 'start-market is-chartless'}>
          <Watchlist assets={view.watched} hasFavourites={view.hasFavourites} market={view.feed.state} />
          {view.chart && <StartChart chart={view.chart} words={chartWords} market={view.feed.state} />}
          <MoverLists movers={view.movers} />
        </div>
        <HeatMap assets={view.traded} market={view.feed.state} />
        <div className="start-more">
          <LatestArticles articles={view.latest} />
          <KeyHints />
        </div>
      </div>
    </BareLayout>
  )
}

export interface StartLiveProps extends MoneyTilesProps {
  /** The first steps; undefined once they are done or hidden */
  steps: FirstStepsProps | undefined
}

/** Region of the page that is refreshed while it is open: first steps and money. */
export function StartLive({ steps, ...money }: StartLiveProps) {
  const { locale } = useLocale()
  return (
    <div
      id="start-live"
      className="start-live"
      data-start-live
      hx-get={`${localised(locale, paths.app)}${steps ? '?steps=shown' : ''}`}
      hx-trigger="start-refresh"
      hx-target="this"
      hx-swap="outerMorph"
    >
      {steps && <FirstSteps {...steps} />}
      <MoneyTiles {...money} />
    </div>
  )
}

interface LatestArticlesProps {
  articles: ArticleSummary[]
}

function LatestArticles({ articles }: LatestArticlesProps) {
  const { locale, t } = useLocale()
  if (articles.length === 0) return null
  return (
    <StartCard
      id="latest"
      title={t('market.start.latest')}
      more={{ path: paths.blog, text: t('market.start.allArticles') }}
    >
      <ul className="start-articles">
        {articles.map(({ path, title, date, category }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <p>
              <time dateTime={date}>{formatShortDate(locale, date)}</time> · {category.label}
            </p>
          </li>
        ))}
      </ul>
    </StartCard>
  )
}

interface StartChartProps {
  chart: StartChartView
  words: ChartWords
  market: MarketState
}

function StartChart({ chart: { instrument, tf, candles }, words, market }: StartChartProps) {
  const { locale, t } = useLocale()
  const { asset } = instrument
  const query = chartQuery({ asset, tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [] })
  const about = { asset, market, words: assetStatusWords(t) }
  const more = { path: paths.charts + query, text: t('market.start.openChart') }
  return (
    <StartCard id="chart" title={t('market.start.chart', { pair: pairOf(instrument) })} more={more}>
      {candles.length === 0 ? (
        <EmptyState icon="i-lucide-hourglass" title={assetStatusOf(market, asset, about.words).empty} isSmall />
      ) : (
        <Island name="asset-chart">
          <AssetChart
            asset={instrument}
            tf={tf}
            rows={candles.map((candle) => rowOf(candle, instrument))}
            locale={locale}
            words={words}
            address={localised(locale, href(paths.enigmaAsset, { asset }))}
            about={about}
          />
        </Island>
      )}
    </StartCard>
  )
}

interface MoverListsProps {
  movers: Movers
}

function MoverLists({ movers: { gainers, losers } }: MoverListsProps) {
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
