import { useLocale } from '../../i18n/context.tsx'
import { formatMoney } from '../bot-numbers.ts'
import { type AccountView, faultParams, faultTexts, formatUnits } from './paper-view.ts'
import type { ReadOrder } from './read-order.ts'

export interface EstimateProps {
  view: AccountView
  /** Order as read from the ticket; undefined before any input */
  parsedOrder: ReadOrder | undefined
}

/** Estimated result of the order in the ticket; reloaded while the user fills in the ticket. */
export function EstimateLine({ view, parsedOrder }: EstimateProps) {
  const { t } = useLocale()
  return (
    <p id="paper-estimate" className="paper-estimate" data-status={parsedOrder?.status} role="status">
      {parsedOrder ? <EstimateText view={view} parsedOrder={parsedOrder} /> : t('paper.estimateNone')}
    </p>
  )
}

function EstimateText({ view, parsedOrder }: { view: AccountView; parsedOrder: ReadOrder }) {
  const { locale, t } = useLocale()
  if (parsedOrder.status === 'faulty') {
    return Object.values(faultTexts(t, parsedOrder.faults, faultParams(locale, view))).join(' ')
  }
  const { side, quantity, price, fee, total } = parsedOrder.estimate
  const { base, quote } = view.instrument
  return t(side === 'buy' ? 'paper.estimateBuy' : 'paper.estimateSell', {
    base,
    quote,
    quantity: formatUnits(locale, quantity, view.scale.volumeDigits),
    price: formatUnits(locale, price, view.scale.priceDigits),
    fee: formatMoney(locale, fee),
    total: formatMoney(locale, total),
  })
}
