import { useLocale } from '../../i18n/context.tsx'
import { formatMoney } from '../bot-numbers.ts'
import { type AccountView, faultParams, faultTexts, formatUnits } from './paper-view.ts'
import type { ReadOrder } from './read-order.ts'

export interface EstimateProps {
  view: AccountView
  /** Undefined before any input */
  reckoned: ReadOrder | undefined
}

/** Estimated result of the order in the ticket; the ticket reloads it during input. */
export function EstimateLine({ view, reckoned }: EstimateProps) {
  const { t } = useLocale()
  return (
    <p id="paper-estimate" className="paper-estimate" data-status={reckoned?.status} role="status">
      {reckoned ? <Reckoned view={view} reckoned={reckoned} /> : t('paper.estimateNone')}
    </p>
  )
}

function Reckoned({ view, reckoned }: { view: AccountView; reckoned: ReadOrder }) {
  const { locale, t } = useLocale()
  if (reckoned.status === 'faulty') {
    return Object.values(faultTexts(t, reckoned.faults, faultParams(locale, view))).join(' ')
  }
  const { side, quantity, price, fee, total } = reckoned.estimate
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
