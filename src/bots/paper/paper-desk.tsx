import { useLocale } from '../../i18n/context.tsx'
import { type Locale, localised } from '../../i18n/locales.ts'
import { wholeUnits } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatGain, formatMoney, formatShare } from '../bot-numbers.ts'
import type { Order } from '../engine/order.ts'
import { setAsideBy } from '../engine/portfolio.ts'
import type { ManualTrade } from './paper-queries.ts'
import { type AccountView, digitsOf, figuresFor, legResults, resultOf } from './paper-view.ts'
import { fieldNumber, formatUnits, lookOf } from './ticket-text.ts'
import { Profit, TradesTable } from './trades-table.tsx'

export interface PaperDeskProps {
  view: AccountView
  /** Newest trades of the account */
  trades: readonly ManualTrade[]
}

/** Region of all parts that change when orders fill, reloaded every few seconds. */
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

interface OpenOrdersProps {
  view: AccountView
}

function OpenOrders({ view }: OpenOrdersProps) {
  const { locale, t } = useLocale()
  const { instrument, account } = view
  const { asset } = instrument
  const { orders } = account.desk
  if (orders.length === 0) return <EmptyState icon="i-lucide-inbox" title={t('paper.noOrders')} isSmall />
  const cancelAll = localised(locale, href(paths.paperOrder, { asset, name: 'all' }))
  return (
    <>
      <ul className="paper-orders">
        {orders.map((order) => (
          <OrderItem key={order.id} view={view} order={order} />
        ))}
      </ul>
      {orders.length > 1 && (
        <form method="post" action={cancelAll} hx-post={cancelAll} hx-target="#paper-desk" hx-swap="outerMorph">
          <input type="hidden" name="do" value="cancel" />
          <SubmitButton kind="quiet" icon="i-lucide-x">
            {t('paper.cancelAll')}
          </SubmitButton>
        </form>
      )}
    </>
  )
}

/** Returns the side, kind and price of an order, and all three as one text. */
function useOrderText(view: AccountView) {
  const { locale, t } = useLocale()
  const { priceDigits } = digitsOf(view)
  return (order: Order) => {
    const price = order.kind === 'market' ? '' : formatUnits(locale, order.price, priceDigits)
    const side = t(`bots.sides.${order.side}`)
    const look = lookOf(order)
    const kind = look === 'profit' ? t('paper.lines.profit') : t(`paper.kinds.${look}`)
    return { side, kind, price, label: t('paper.orderLabel', { side, kind, price }).replace(/, $/, '') }
  }
}

function OrderItem({ view, order }: OpenOrdersProps & { order: Order }) {
  const { locale, t } = useLocale()
  const { asset } = view.instrument
  const digits = digitsOf(view)
  const textOf = useOrderText(view)
  const { side, kind, price, label } = textOf(order)
  const setAside = setAsideBy(order).map((each) => textOf(each).label)
  const result = resultOf(order, view)
  const action = order.name && localised(locale, href(paths.paperOrder, { asset, name: order.name }))
  const swaps = { 'hx-post': action, 'hx-target': '#paper-desk', 'hx-swap': 'outerMorph' }
  return (
    <li className="paper-order" data-side={order.side}>
      <div className="paper-order-what">
        <p>
          <strong>{side}</strong> {kind} {price && <span className="paper-number">{price}</span>}
        </p>
        <p className="paper-minor">
          {amountOf(order, view, locale) ?? t('paper.everything')}
          <Legs view={view} order={order} />
          {result !== undefined && ` · ${formatGain(locale, result)} ${view.instrument.quote}`}
          {view.account.early.has(order) && <span className="badge">{t('paper.early')}</span>}
        </p>
        {setAside.length > 0 && <p className="field-hint">{t('paper.setAside', { orders: setAside.join('; ') })}</p>}
      </div>
      {action && order.kind !== 'market' && (
        <form className="paper-move" method="post" action={action} {...swaps}>
          <input type="hidden" name="do" value="move" />
          <input
            id={`move-${order.name}`}
            name="price"
            type="text"
            autoComplete="off"
            maxLength={40}
            defaultValue={fieldNumber(locale, order.price, digits.priceDigits)}
            aria-label={t('paper.newPrice', { order: label })}
          />
          <SubmitButton kind="quiet" label={t('paper.moveLabel', { order: label })}>
            {t('paper.move')}
          </SubmitButton>
        </form>
      )}
      {action && (
        <form method="post" action={action} {...swaps}>
          <input type="hidden" name="do" value="cancel" />
          <SubmitButton kind="quiet" label={t('paper.cancelLabel', { order: label })}>
            {t('paper.cancel')}
          </SubmitButton>
        </form>
      )}
    </li>
  )
}

function Legs({ view, order }: OpenOrdersProps & { order: Order }) {
  const { locale, t } = useLocale()
  if (!('bracket' in order) || !order.bracket) return null
  const { priceDigits } = digitsOf(view)
  const { bracket } = order
  const results = legResults(order, view)
  const text = (leg: 'stop' | 'profit') => {
    const [price, result] = [bracket[leg], results[leg]]
    if (price === undefined) return '—'
    return formatUnits(locale, price, priceDigits) + (result === undefined ? '' : ` (${formatGain(locale, result)})`)
  }
  return <> · {t('paper.legs', { stop: text('stop'), profit: text('profit') })}</>
}

/** Returns the amount of an order as text, or undefined for everything held. */
function amountOf(order: Order, view: AccountView, locale: Locale): string | undefined {
  const { base, quote } = view.instrument
  const { quantity = 'all' } = order
  if (quantity !== 'all') return `${formatUnits(locale, quantity, digitsOf(view).volumeDigits)} ${base}`
  return 'spend' in order && order.spend !== 'all' ? `${formatMoney(locale, order.spend)} ${quote}` : undefined
}
