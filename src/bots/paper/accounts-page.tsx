import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { type Instrument, pairOf } from '../../market/instrument.ts'
import { wholeUnits } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { formatMoney, formatShare } from '../bot-numbers.ts'
import { BotsLayout, TableScroll } from '../bots-layout.tsx'
import { wholeMoney } from '../engine/money.ts'
import type { ManualTrade } from './paper-queries.ts'
import { type AccountView, digitsOf, figuresFor } from './paper-view.ts'
import { formatUnits } from './ticket-text.ts'
import { Profit, TradesTable } from './trades-table.tsx'

export interface AccountsPageProps {
  views: readonly AccountView[]
  /** Assets in which the user has no account yet */
  others: readonly Instrument[]
  trades: readonly ManualTrade[]
  /** Number of the shown page of trades, from 1 */
  page: number
  hasOlder: boolean
  flash: string | undefined
}

export function AccountsPage({ views, others, trades, page, hasOlder, flash }: AccountsPageProps) {
  const { locale, t } = useLocale()
  return (
    <BotsLayout title={t('paper.title')}>
      <p className="bots-lead">{t('paper.lead')}</p>
      <FlashToast>{flash}</FlashToast>
      <div className="paper-list">
        <section className="panel" aria-labelledby="paper-accounts">
          <h2 id="paper-accounts">{t('paper.accounts')}</h2>
          {views.length > 0 ? (
            <AccountsTable views={views} />
          ) : (
            <EmptyState icon="i-lucide-wallet" title={t('paper.noAccounts')} isSmall>
              <p>{t('paper.noAccountsText')}</p>
            </EmptyState>
          )}
        </section>
        {others.length > 0 && (
          <section className="panel" aria-labelledby="paper-open">
            <h2 id="paper-open">{t('paper.open')}</h2>
            <p className="paper-chips">
              {others.map((instrument) => (
                <Chip
                  key={instrument.asset}
                  href={localised(locale, href(paths.paperAsset, { asset: instrument.asset }))}
                >
                  {pairOf(instrument)}
                </Chip>
              ))}
            </p>
          </section>
        )}
        <section className="panel" aria-labelledby="paper-trades">
          <h2 id="paper-trades">{t('paper.trades')}</h2>
          <TradesTable trades={trades} isOfAll />
          <Pages page={page} hasOlder={hasOlder} hasTrades={trades.length > 0} />
        </section>
      </div>
    </BotsLayout>
  )
}

function Pages({ page, hasOlder, hasTrades }: Pick<AccountsPageProps, 'page' | 'hasOlder'> & { hasTrades: boolean }) {
  const { locale, t } = useLocale()
  const address = localised(locale, paths.paper)
  if (!hasTrades && page === 1) return null
  return (
    <p className="paper-pages">
      {page > 1 && <a href={`${address}?page=${page - 1}`}>{t('paper.newer')}</a>}
      {hasOlder && <a href={`${address}?page=${page + 1}`}>{t('paper.older')}</a>}
      <a className="paper-link" href={localised(locale, paths.paperTrades)} download>
        <Icon name="i-lucide-download" />
        {t('paper.tradesCsv')}
      </a>
    </p>
  )
}

function AccountsTable({ views }: Pick<AccountsPageProps, 'views'>) {
  const { t } = useLocale()
  const byQuote = Map.groupBy(views, ({ instrument }) => instrument.quote)
  return (
    <TableScroll label={t('paper.accountsTable')}>
      <table className="paper-table">
        <thead>
          <tr>
            <th scope="col">{t('paper.asset')}</th>
            <th scope="col">{t('paper.held')}</th>
            <th scope="col">{t('paper.average')}</th>
            <th scope="col">{t('paper.last')}</th>
            <th scope="col">{t('paper.unrealised')}</th>
            <th scope="col">{t('paper.realised')}</th>
            <th scope="col">{t('paper.profitOf')}</th>
            <th scope="col">{t('paper.equity')}</th>
            <th scope="col">{t('paper.orders')}</th>
          </tr>
        </thead>
        <tbody>
          {views.map((view) => (
            <AccountRow key={view.instrument.asset} view={view} />
          ))}
        </tbody>
        <tfoot>
          {[...byQuote].map(([quote, own]) => (
            <TotalRow key={quote} quote={quote} views={own} />
          ))}
        </tfoot>
      </table>
    </TableScroll>
  )
}

function AccountRow({ view }: { view: AccountView }) {
  const { locale, t } = useLocale()
  const { instrument, account, price } = view
  const { asset, base } = instrument
  const { priceDigits, volumeDigits } = digitsOf(view)
  const { position, unrealised, realised, profit, profitShare, equity } = figuresFor(view)
  const state = account.row?.state
  return (
    <tr>
      <th scope="row">
        <a href={localised(locale, href(paths.paperAsset, { asset }))}>{pairOf(instrument)}</a>{' '}
        {(state === 'halted' || state === 'error') && <span className="badge">{t(`bots.states.${state}`)}</span>}
      </th>
      <td>{position ? `${formatUnits(locale, position.quantity, volumeDigits)} ${base}` : '—'}</td>
      <td>{position ? formatUnits(locale, wholeUnits(Math.round(position.paidPrice)), priceDigits) : '—'}</td>
      <td>{price === undefined ? '—' : formatUnits(locale, price, priceDigits)}</td>
      <td>
        <Profit money={unrealised} />
      </td>
      <td>
        <Profit money={realised} />
      </td>
      <td>
        <Profit money={profit} /> <small>{formatShare(locale, profitShare)}</small>
      </td>
      <td>{formatMoney(locale, equity)}</td>
      <td>{account.desk.orders.length}</td>
    </tr>
  )
}

function TotalRow({ quote, views }: { quote: string; views: readonly AccountView[] }) {
  const { locale, t } = useLocale()
  const figures = views.map((view) => figuresFor(view))
  const sumOf = (name: 'unrealised' | 'realised' | 'profit' | 'equity' | 'capital') =>
    wholeMoney(figures.reduce((sum, each) => sum + each[name], 0))
  const share = sumOf('profit') / sumOf('capital')
  return (
    <tr>
      <th scope="row" colSpan={4}>
        {t('paper.total', { quote })}
      </th>
      <td>
        <Profit money={sumOf('unrealised')} />
      </td>
      <td>
        <Profit money={sumOf('realised')} />
      </td>
      <td>
        <Profit money={sumOf('profit')} /> <small>{formatShare(locale, share)}</small>
      </td>
      <td>{formatMoney(locale, sumOf('equity'))}</td>
      <td>{views.reduce((sum, { account }) => sum + account.desk.orders.length, 0)}</td>
    </tr>
  )
}
