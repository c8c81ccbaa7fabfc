import type { ChartWords } from '../../charts/words.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { assetStatusOf, assetStatusWords } from '../../live/asset-status.ts'
import { FeedNotice } from '../../live/feed-notice.tsx'
import { LivePrice } from '../../live/live-price.island.tsx'
import type { MarketState } from '../../market/asset-state.ts'
import { type Candle, rowOf } from '../../market/candle.ts'
import { pairOf } from '../../market/instrument.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { toDecimal } from '../../market/units.ts'
import { formProblemId } from '../../pages/form-problem.tsx'
import type { FormState } from '../../pages/form-state.ts'
import { href, paths } from '../../paths.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Island } from '../../ui/island.tsx'
import { FailedRead, Notice } from '../../ui/notice.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { BotsLayout } from '../bots-layout.tsx'
import { AccountFees } from './account-fees.tsx'
import { OrderTicket, type OrderTicketProps } from './order-ticket.tsx'
import { hasEnded } from './paper-account.ts'
import { PaperChart } from './paper-chart.island.tsx'
import { PaperDesk, type PaperDeskProps } from './paper-desk.tsx'
import type { ClosedReason } from './paper-orders.ts'
import type { AccountView } from './paper-view.ts'

export interface PaperAssetPageProps extends OrderTicketProps, PaperDeskProps {
  flash: string | undefined
  closed: ClosedReason | undefined
  state: MarketState
  chart: PaperChartPanelProps['chart']
  /** Form of the fees as it was sent with faults */
  fees?: FormState | undefined
}

export function PaperAssetPage({ view, trades, flash, closed, state, fees, ...ticket }: PaperAssetPageProps) {
  const { t } = useLocale()
  const { asset } = view.instrument
  const { row } = view.account
  const isOver = hasEnded(view.account)
  return (
    <BotsLayout title={pairOf(view.instrument)} acts={<Links asset={asset} />}>
      <Price view={view} state={state} />
      <FlashToast>{flash}</FlashToast>
      <FeedNotice state={state} asset={asset} />
      {closed && <Notice kind="warning">{t(`paper.closed.${closed}`)}</Notice>}
      {isOver && row && (
        <Notice id={formProblemId} kind="error">
          {endedText(t, row.reason)}
        </Notice>
      )}
      <FailedRead>{t('paper.failed')}</FailedRead>
      <div className="paper-page">
        <PaperChartPanel view={view} state={state} chart={ticket.chart} />
        <section className="panel paper-ticket-panel" aria-labelledby="paper-ticket-title">
          <h2 id="paper-ticket-title">{t('paper.ticket')}</h2>
          <OrderTicket view={view} fields={ticket.fields} form={ticket.form} parsedOrder={ticket.parsedOrder} />
          <AccountFees view={view} form={fees} />
        </section>
        <PaperDesk view={view} trades={trades} />
      </div>
      {row && <Reset asset={asset} isOpen={isOver} />}
    </BotsLayout>
  )
}

function endedText(t: ReturnType<typeof useLocale>['t'], reason: string | null): string {
  return reason === 'source-changed' || reason === 'asset-gone' ? t(`paper.endedReasons.${reason}`) : t('paper.ended')
}

function Links({ asset }: { asset: string }) {
  const { locale, t } = useLocale()
  const charts = `${localised(locale, paths.charts)}?asset=${asset}`
  return (
    <>
      <Button kind="quiet" href={localised(locale, href(paths.enigmaAsset, { asset }))} icon="i-lucide-gem">
        {t('paper.toAsset')}
      </Button>
      <Button kind="quiet" href={charts} icon="i-lucide-chart-candlestick">
        {t('paper.toCharts')}
      </Button>
    </>
  )
}

function Price({ view: { instrument, price }, state }: Pick<PaperAssetPageProps, 'view' | 'state'>) {
  const { locale, t } = useLocale()
  const { asset, name, priceDigits } = instrument
  const last = price === undefined ? undefined : toDecimal(price, priceDigits)
  return (
    <p className="paper-price">
      <span>{name}</span>
      <Island name="live-price" when="load">
        <LivePrice
          asset={asset}
          last={last}
          digits={priceDigits}
          stale={assetStatusOf(state, asset, assetStatusWords(t)).stale}
          locale={locale}
        />
      </Island>
    </p>
  )
}

function Reset({ asset, isOpen }: { asset: string; isOpen: boolean }) {
  const { locale, t } = useLocale()
  return (
    <details className="paper-reset fold" open={isOpen}>
      <summary>{t('paper.reset')}</summary>
      <form method="post" action={localised(locale, href(paths.paperReset, { asset }))}>
        <p>{t('paper.resetText')}</p>
        <SubmitButton kind="danger" icon="i-lucide-rotate-ccw">
          {t('paper.resetConfirm', { asset })}
        </SubmitButton>
      </form>
    </details>
  )
}

interface PaperChartPanelProps {
  view: AccountView
  state: MarketState
  chart: { tf: Timeframe; candles: readonly Candle[]; words: ChartWords }
}

function PaperChartPanel({ view, state, chart }: PaperChartPanelProps) {
  const { locale, t } = useLocale()
  const { instrument } = view
  const { asset } = instrument
  return (
    <section className="panel paper-chart-panel" aria-label={t('paper.chart')}>
      <Island name="paper-chart" when="load">
        <PaperChart
          asset={instrument}
          tf={chart.tf}
          rows={chart.candles.map((candle) => rowOf(candle, instrument))}
          locale={locale}
          words={chart.words}
          address={localised(locale, href(paths.paperAsset, { asset }))}
          about={{ asset, market: state, words: assetStatusWords(t) }}
          help={t('paper.lines.help')}
        />
      </Island>
    </section>
  )
}
