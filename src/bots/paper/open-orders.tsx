import { useLocale } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { formatMoney } from '../bot-numbers.ts'
import type { Order } from '../engine/order.ts'
import { type AccountView, digitsOf, fieldNumber, formatUnits, lookOf } from './paper-view.ts'

export interface OpenOrdersProps {
  view: AccountView
}

export function OpenOrders({ view }: OpenOrdersProps) {
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

function OrderItem({ view, order }: OpenOrdersProps & { order: Order }) {
  const { locale, t } = useLocale()
  const { asset } = view.instrument
  const digits = digitsOf(view)
  const price = order.kind === 'market' ? '' : formatUnits(locale, order.price, digits.priceDigits)
  const side = t(`bots.sides.${order.side}`)
  const look = lookOf(order)
  const kind = look === 'profit' ? t('paper.lines.profit') : t(`paper.kinds.${look}`)
  const label = t('paper.orderLabel', { side, kind, price })
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
          {view.account.early.has(order) && <span className="badge">{t('paper.early')}</span>}
        </p>
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
  const text = (price: typeof order.bracket.stop) =>
    price === undefined ? '—' : formatUnits(locale, price, priceDigits)
  return <> · {t('paper.legs', { stop: text(order.bracket.stop), profit: text(order.bracket.profit) })}</>
}

/** Returns the amount, or undefined for everything. */
function amountOf(order: Order, view: AccountView, locale: Locale): string | undefined {
  const { base, quote } = view.instrument
  const { quantity = 'all' } = order
  if (quantity !== 'all') return `${formatUnits(locale, quantity, digitsOf(view).volumeDigits)} ${base}`
  return 'spend' in order && order.spend !== 'all' ? `${formatMoney(locale, order.spend)} ${quote}` : undefined
}
