import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { wholeUnits } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { inlineJson } from '../../ui/inline-json.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { formatMoney, formatShare } from '../bot-numbers.ts'
import { OpenOrders } from './open-orders.tsx'
import { linesOf } from './paper-lines.ts'
import type { ManualTrade } from './paper-queries.ts'
import { type AccountView, digitsOf, figuresFor, formatUnits } from './paper-view.ts'
import { Profit, TradesTable } from './trades-table.tsx'

export interface PaperDeskProps {
  view: AccountView
  /** Newest trades of this account */
  trades: readonly ManualTrade[]
}

/** Everything that changes when orders fill. Reloaded every few seconds; the chart uses its lines too. */
export function PaperDesk({ view, trades }: PaperDeskProps) {
  const { locale, t } = useLocale()
  const { asset } = view.instrument
  const address = localised(locale, href(paths.paperAsset, { asset }))
  const csv = `${localised(locale, paths.paperTrades)}?asset=${asset}`
  return (
    <div
      id="paper-desk"
      className="paper-desk"
      data-paper-desk
      hx-get={address}
      hx-trigger="paper-refresh"
      hx-target="this"
      hx-swap="outerMorph"
    >
      <script type="application/json" id="paper-lines">
        {inlineJson(linesOf(view, t))}
      </script>
      <section className="panel" aria-labelledby="paper-position">
        <h2 id="paper-position">{t('paper.position')}</h2>
        <Position view={view} />
      </section>
      <section className="panel" aria-labelledby="paper-orders">
        <h2 id="paper-orders">
          {t('paper.orders')} <span className="panel-count">{view.account.desk.orders.length}</span>
        </h2>
        <OpenOrders view={view} />
      </section>
      <section className="panel paper-trades" aria-labelledby="paper-trades">
        <h2 id="paper-trades">{t('paper.trades')}</h2>
        <TradesTable trades={trades} />
        {trades.length > 0 && (
          <p>
            <a className="paper-link" href={csv} download>
              <Icon name="i-lucide-download" />
              {t('paper.tradesCsv')}
            </a>
          </p>
        )}
      </section>
    </div>
  )
}

function Position({ view }: Pick<PaperDeskProps, 'view'>) {
  const { locale, t } = useLocale()
  const { instrument, account } = view
  const { asset, base, quote } = instrument
  const { priceDigits, volumeDigits } = digitsOf(view)
  const { position, equity, profit, profitShare, realised, unrealised, fees } = figuresFor(view)
  const close = localised(locale, href(paths.paperClose, { asset }))
  const average = position && formatUnits(locale, wholeUnits(Math.round(position.paidPrice)), priceDigits)
  return (
    <>
      <dl className="tiles">
        <Tile name={t('paper.held')}>
          {position ? `${formatUnits(locale, position.quantity, volumeDigits)} ${base}` : '—'}
          <small>{position ? `≈ ${formatMoney(locale, position.worth)} ${quote}` : t('paper.nothingHeld')}</small>
        </Tile>
        {average && (
          <Tile name={t('paper.average')}>
            {average}
            <small>{t('paper.withFees')}</small>
          </Tile>
        )}
        <Tile name={t('paper.unrealised')}>
          <Profit money={unrealised} />
        </Tile>
        <Tile name={t('paper.realised')}>
          <Profit money={realised} />
        </Tile>
        <Tile name={t('paper.equity')}>
          {formatMoney(locale, equity)} {quote}
          <small>
            <Profit money={profit} /> ({formatShare(locale, profitShare)})
          </small>
        </Tile>
        <Tile name={t('paper.freeCash')}>
          {formatMoney(locale, account.free.cash)}
          <small>
            {t('paper.fees')}: {formatMoney(locale, fees)}
          </small>
        </Tile>
      </dl>
      {position && (
        <form method="post" action={close} hx-post={close} hx-target="#paper-desk" hx-swap="outerMorph">
          <SubmitButton kind="danger">{t('paper.close')}</SubmitButton>
          <p className="field-hint">{t('paper.closeHint')}</p>
        </form>
      )}
    </>
  )
}

function Tile({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
