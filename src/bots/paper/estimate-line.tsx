import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { formatMoney } from '../bot-numbers.ts'
import { type AccountView, faultParams, faultTexts, formatUnits } from './paper-view.ts'
import type { ReadOrder } from './read-order.ts'

export interface EstimateProps {
  view: AccountView
  /** Undefined before anything is written */
  reckoned: ReadOrder | undefined
}

/** What the order of the ticket around it would come to; asked for anew while somebody writes. */
export function EstimateLine({ view, reckoned }: EstimateProps) {
  const { locale, t } = useLocale()
  const { asset } = view.instrument
  return (
    <p
      id="paper-estimate"
      className="paper-estimate"
      data-status={reckoned?.status}
      role="status"
      hx-get={localised(locale, href(paths.paperEstimate, { asset }))}
      hx-trigger="input from:closest form delay:250ms"
      hx-include="closest form"
      hx-target="this"
      hx-swap="outerMorph"
      hx-sync="this:replace"
    >
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
