import { Fragment } from 'react'
import { fill } from '../../charts/words.ts'
import { directionOf, formatGain, formatMoney } from '../bot-numbers.ts'
import type { ReadOrder } from './read-order.ts'
import { faultTexts, formatUnits, type TicketLanguage, type TicketSubject } from './ticket-text.ts'

interface EstimateTextProps extends TicketLanguage {
  subject: TicketSubject
  order: ReadOrder
}

/** The expected result of an order, a loss in the color of a loss; or its faults. */
export function EstimateText({ subject, order, ...language }: EstimateTextProps) {
  return estimateParts(subject, order, language).map(({ text, direction }, index) => (
    <Fragment key={text}>
      {index > 0 && '. '}
      {direction ? (
        <span className="change" data-direction={direction}>
          {text}
        </span>
      ) : (
        text
      )}
    </Fragment>
  ))
}

interface EstimatePart {
  text: string
  /** Direction of a result, which has the color of a gain or a loss */
  direction?: ReturnType<typeof directionOf>
}

/** Returns the sentences of an estimate without their last period. */
function estimateParts(subject: TicketSubject, order: ReadOrder, language: TicketLanguage): EstimatePart[] {
  if (order.status === 'faulty') {
    return [{ text: Object.values(faultTexts(subject, order.faults, language)).join(' ') }]
  }
  const { locale, words } = language
  const { scale, instrument } = subject
  const { side, quantity, price, fee, total, exits } = order.estimate
  const sold = exits ? words.estimateExits : words.estimateSell
  const sum = fill(side === 'buy' ? words.estimateBuy : sold, {
    ...instrument,
    quantity: formatUnits(locale, quantity, scale.volumeDigits),
    price: formatUnits(locale, price, scale.priceDigits),
    fee: formatMoney(locale, fee),
    total: formatMoney(locale, total),
  })
  const results = (['stop', 'profit'] as const).flatMap((exit) => {
    const result = exits?.[exit]
    const { quote } = instrument
    if (result === undefined) return []
    const text = fill(words.exits[exit], { result: formatGain(locale, result), quote })
    return [{ text, direction: directionOf(result) }]
  })
  return [{ text: sum }, ...results]
}
