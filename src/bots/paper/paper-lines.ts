import { aimOf } from '../../alerts/aim.ts'
import { isExpired, type PriceAlert } from '../../alerts/alert.ts'
import { ruleOf } from '../../alerts/alert-rule.ts'
import type { TradingLine } from '../../charts/trading/trading-line.ts'
import { type Locale, localised } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Instrument } from '../../market/instrument.ts'
import { toDecimal, type Units } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { formatGain } from '../bot-numbers.ts'
import type { Money } from '../engine/money.ts'
import type { Order } from '../engine/order.ts'
import { bracketNames } from '../engine/portfolio.ts'
import { type AccountView, digitsOf, figuresFor, legResults, resultOf } from './paper-view.ts'
import { formatUnits, lookOf } from './ticket-text.ts'

interface LineWords {
  locale: Locale
  t: Translate
}

/** Returns lines for the average price of the position with its profit, and for every resting order with its bracket. */
export function linesOf(view: AccountView, { locale, t }: LineWords): TradingLine[] {
  const digits = digitsOf(view)
  const { position, unrealised } = figuresFor(view)
  const lines: TradingLine[] = []
  if (position) {
    const price = position.paidPrice / 10 ** digits.priceDigits
    const held = `${formatUnits(locale, position.quantity, digits.volumeDigits)} ${view.instrument.base}`
    const label = `${held} · ${formatGain(locale, unrealised)} · ${t('paper.lines.average')}`
    lines.push({ id: 'average', kind: 'average', side: 'buy', label, price })
  }
  const { asset } = view.instrument
  const line: LineOf = (name, { result, ...look }, price) => ({
    ...look,
    id: name ?? look.label,
    price: toDecimal(price, digits.priceDigits),
    ...(result !== undefined && { result: formatGain(locale, result) }),
    ...(name && { address: localised(locale, href(paths.paperOrder, { asset, name })) }),
  })
  return [...lines, ...view.account.desk.orders.flatMap((order) => orderLines(order, { view, line, t }))]
}

type LineOf = (
  name: string | undefined,
  look: Pick<TradingLine, 'kind' | 'side' | 'label'> & { result?: Money | undefined },
  price: Units,
) => TradingLine

function orderLines(order: Order, { view, line, t }: { view: AccountView; line: LineOf; t: Translate }): TradingLine[] {
  const lines: TradingLine[] = []
  const { name, side } = order
  if (order.kind !== 'market') {
    const look = lookOf(order)
    const kind = look === 'market' ? 'limit' : look === 'trailing' ? 'stop' : look
    const what = look === 'trailing' ? t('paper.kinds.trailing') : t(`paper.lines.${kind}`)
    const label = `${t(`bots.sides.${side}`)} · ${what}`
    lines.push(line(name, { kind, side, label, result: resultOf(order, view) }, order.price))
  }
  if (!('bracket' in order) || !order.bracket || name === undefined) return lines
  const names = bracketNames(name)
  const results = legResults(order, view)
  for (const kind of ['stop', 'profit'] as const) {
    const price = order.bracket[kind]
    const look = { kind, side: 'sell', label: t(`paper.lines.${kind}`), result: results[kind] } as const
    if (price !== undefined) lines.push(line(names[kind], look, price))
  }
  return lines
}

/** Returns lines for the waiting alerts on prices of an asset. Those on one price can be moved, ranges cannot. */
export function alertLines(
  alerts: readonly PriceAlert[],
  instrument: Instrument,
  { locale, t, now }: LineWords & { now: number },
): TradingLine[] {
  return alerts.flatMap((alert): TradingLine[] => {
    const { id, asset, firedAt } = alert
    const rule = ruleOf(alert)
    if (asset !== instrument.asset || firedAt !== null || isExpired(alert, now) || !rule) return []
    if (rule.kind === 'level' || rule.kind === 'percent') {
      const price = toDecimal(aimOf(rule, instrument).target, instrument.priceDigits)
      const address = localised(locale, href(paths.alertMove, { id }))
      return [{ id, kind: 'alert', label: t('charts.trading.alert'), price, address }]
    }
    if (rule.kind !== 'enter' && rule.kind !== 'leave') return []
    return [
      { id: `${id} from`, kind: 'alert', label: t('charts.trading.alertFrom'), price: rule.value },
      { id: `${id} to`, kind: 'alert', label: t('charts.trading.alertTo'), price: rule.high },
    ]
  })
}
