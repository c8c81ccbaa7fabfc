import { useLocale } from '../../i18n/context.tsx'
import { Panel } from '../../ui/panels/panel.tsx'
import { formatGain, formatMoney } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import type { Order } from '../engine/order.ts'
import { riskOrders } from '../engine/risk.ts'
import type { BotView } from './bot-view.ts'
import { priceText, quantityText, reasonText } from './bot-words.ts'

export function BotPosition({ view }: { view: BotView }) {
  const { t } = useLocale()
  return (
    <Panel id="position" title={t('botPage.position')}>
      <Held view={view} />
      <h3>{t('botPage.orders')}</h3>
      <Orders view={view} />
      <Grid view={view} />
    </Panel>
  )
}

function Held({ view: { figures, digits, run, quote } }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { position, unrealised } = figures
  if (!position) return <p className="panel-text">{t('botPage.noPosition')}</p>
  const named = (name: string) =>
    run?.desk.orders.find((order) => order.kind !== 'market' && order.name === name) as { price: number } | undefined
  const [stop, profit] = [named(riskOrders.stop), named(riskOrders.profit)]
  const entries: [name: string, value: string][] = [
    [t('botPage.quantity'), quantityText(locale, position.quantity, digits)],
    [t('botPage.paid'), priceText(locale, position.paidPrice, digits)],
    [t('botPage.worth'), `${formatMoney(locale, position.worth)} ${quote}`],
    [t('botPage.unrealised'), formatGain(locale, unrealised)],
    ...(stop ? [[t('botPage.stopPrice'), priceText(locale, stop.price, digits)] as [string, string]] : []),
    ...(profit ? [[t('botPage.profitPrice'), priceText(locale, profit.price, digits)] as [string, string]] : []),
  ]
  return (
    <dl className="tiles">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Orders({ view: { run, digits } }: { view: BotView }) {
  const { locale, t } = useLocale()
  const orders = run?.desk.orders ?? []
  if (orders.length === 0) return <p className="panel-text">{t('botPage.noOrders')}</p>
  return (
    <TableScroll label={t('botPage.ordersTable')}>
      <table className="bot-rows">
        <thead>
          <tr>
            <th scope="col">{t('botPage.side')}</th>
            <th scope="col">{t('botPage.order.kind')}</th>
            <th scope="col" className="bot-figure">
              {t('botPage.price')}
            </th>
            <th scope="col" className="bot-figure">
              {t('botPage.quantity')}
            </th>
            <th scope="col">{t('botPage.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {byPrice(orders).map((order) => (
            <tr key={order.id} id={`order-${order.id}`}>
              <td data-side={order.side}>{t(`bots.sides.${order.side}`)}</td>
              <td>{t(`botPage.order.kinds.${order.kind}`)}</td>
              <td className="bot-figure">
                {order.kind === 'market' ? t('botPage.order.next') : priceText(locale, order.price, digits)}
              </td>
              <td className="bot-figure">
                <OrderSize order={order} view={{ digits }} />
              </td>
              <td>{reasonText(t, order.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function OrderSize({ order, view: { digits } }: { order: Order; view: Pick<BotView, 'digits'> }) {
  const { locale, t } = useLocale()
  const { quantity = 'all' } = order
  if (quantity !== 'all') return quantityText(locale, quantity, digits)
  return 'spend' in order && order.spend !== 'all' ? formatMoney(locale, order.spend) : t('botPage.order.all')
}

function Grid({ view: { plan, run } }: { view: BotView }) {
  const { t } = useLocale()
  if (plan.strategy !== 'grid' || !run) return null
  const names = run.desk.orders.flatMap((order) => (order.kind === 'market' ? [] : [order.name]))
  const waiting = names.filter((name) => name.startsWith('buy-')).length
  const held = names.filter((name) => name.startsWith('sell-')).length
  const params = plan.params as { levels?: number }
  return (
    <>
      <h3>{t('botPage.grid')}</h3>
      <p className="panel-text">{t('botPage.gridHint', { waiting, held, levels: params.levels ?? 0 })}</p>
    </>
  )
}

/** Sorts orders as in an order book: market orders first, then by price, highest first. */
function byPrice(orders: readonly Order[]): Order[] {
  const level = (order: Order) => (order.kind === 'market' ? Number.MAX_SAFE_INTEGER : order.price)
  return orders.toSorted((a, b) => level(b) - level(a) || a.id - b.id)
}
