import type { Locale } from '../../i18n/locales.ts'
import { en } from '../../i18n/messages/en.ts'
import type { practice } from '../../i18n/messages/ru/charts/replay.ts'
import type { paper } from '../../i18n/messages/ru/paper.ts'
import { ru } from '../../i18n/messages/ru.ts'
import type { Shape } from '../../i18n/messages/shape.ts'

const ticketNames = [
  'side',
  'sides',
  'kind',
  'kinds',
  'kindHints',
  'price',
  'priceHint',
  'entryHint',
  'stop',
  'profit',
  'trail',
  'trailHint',
  'amountBuy',
  'amountSell',
  'freeBuy',
  'freeSell',
  'share',
  'shareOwn',
  'submit',
  'estimateBuy',
  'estimateSell',
  'estimateExits',
  'exits',
  'exitsNow',
  'exitsKeep',
  'exitsReplace',
  'estimateNone',
  'faults',
  'tooMany',
  'orders',
  'orderLabel',
  'legs',
  'lines',
  'cancelLabel',
  'reset',
] as const

/** Texts of an order ticket: those of paper trading */
export type TicketWords = Pick<Shape<typeof paper>, (typeof ticketNames)[number]>

/** Texts of the practice desk, which only the page with the replay contains */
export interface PracticeWords extends Shape<typeof practice> {
  ticket: TicketWords
}

export function practiceWords(locale: Locale): PracticeWords {
  const { practice, paper } = { ru, en }[locale]
  const ticket = Object.fromEntries(ticketNames.map((name) => [name, paper[name]])) as unknown as TicketWords
  return { ...practice, ticket }
}
