import type { Translate } from '../../i18n/translate.ts'
import { type Digits, toDecimal, type Units } from '../../market/units.ts'
import type { Order } from '../engine/order.ts'
import { bracketNames } from '../engine/portfolio.ts'
import { type AccountView, digitsOf, figuresFor, lookOf } from './paper-view.ts'

/** A price line in the chart. If it has a name, it belongs to an order and can be moved. */
export interface PaperLine {
  name?: string
  kind: 'average' | 'limit' | 'stop' | 'profit'
  side: 'buy' | 'sell'
  /** Text beside the line, without the price */
  label: string
  price: number
}

/** Returns lines for the average price of the holding and for every resting order with its bracket. */
export function linesOf(view: AccountView, t: Translate): PaperLine[] {
  const digits = digitsOf(view)
  const { position } = figuresFor(view)
  const lines: PaperLine[] = []
  if (position) {
    const price = position.paidPrice / 10 ** digits.priceDigits
    lines.push({ kind: 'average', side: 'buy', label: t('paper.lines.average'), price })
  }
  return [...lines, ...view.account.desk.orders.flatMap((order) => orderLines(order, digits, t))]
}

function orderLines(order: Order, { priceDigits }: Digits, t: Translate): PaperLine[] {
  const at = (price: Units) => toDecimal(price, priceDigits)
  const lines: PaperLine[] = []
  const { name, side } = order
  if (order.kind !== 'market') {
    const look = lookOf(order)
    const kind = look === 'market' ? 'limit' : look
    const label = `${t(`bots.sides.${side}`)} · ${t(`paper.lines.${kind}`)}`
    lines.push({ name: order.name, kind, side, label, price: at(order.price) })
  }
  if (!('bracket' in order) || !order.bracket || name === undefined) return lines
  const names = bracketNames(name)
  const { stop, profit } = order.bracket
  const leg = (kind: 'stop' | 'profit', price: Units | undefined) => {
    if (price === undefined) return
    lines.push({ name: names[kind], kind, side: 'sell', label: t(`paper.lines.${kind}`), price: at(price) })
  }
  leg('stop', stop)
  leg('profit', profit)
  return lines
}

export interface PaperChartWords {
  /** Label of a price line; contains `{{name}}` and `{{price}}` */
  label: string
  undo: string
  refused: string
  offline: string
  help: string
}
