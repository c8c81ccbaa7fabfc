import type { Locale } from '../../i18n/locales.ts'

/**
 * First chat ID of demo subscribers. Telegram assigns none of these IDs, which are close to 2^52, the limit of its chat
 * IDs.
 */
export const firstChat = 2 ** 52 - 100_000
export const maxSubscribers = 1000

export interface DemoSubscriber {
  chatId: number
  locale: Locale
  firstName: string
  lastName: string
}

const names = {
  ru: {
    first: ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Захар', 'Инна', 'Кирилл', 'Лидия', 'Матвей'],
    last: ['Седых', 'Ким', 'Бондаренко', 'Чайка', 'Дюма', 'Сухих', 'Шевченко', 'Ли', 'Гончар', 'Черных', 'Коваль'],
  },
  en: {
    first: ['Amelia', 'Ben', 'Chloe', 'Daniel', 'Emma', 'Finn', 'Grace', 'Henry', 'Isla', 'Jack', 'Lucy', 'Oscar'],
    last: ['Adams', 'Brooks', 'Clarke', 'Davies', 'Evans', 'Foster', 'Gray', 'Hughes', 'Irving', 'Jones', 'Lewis'],
  },
} satisfies Record<Locale, Record<'first' | 'last', string[]>>

/** Returns a subscriber; two of three read Russian. @param place  index from 0 */
export function subscriberAt(place: number): DemoSubscriber {
  const locale = place % 3 === 2 ? 'en' : 'ru'
  const { first, last } = names[locale]
  const [firstName = '', lastName = ''] = [first[place % first.length], last[Math.floor(place / 2) % last.length]]
  return { chatId: firstChat + place, locale, firstName, lastName }
}

/** Returns the subscriber with a chat ID; undefined for a chat outside the demo */
export function subscriberIn(chatId: number): DemoSubscriber | undefined {
  const place = chatId - firstChat
  return Number.isInteger(place) && place >= 0 && place < maxSubscribers ? subscriberAt(place) : undefined
}

/** A subscriber's reaction to the bot; always the same for the same chat. */
export type Habit = 'blocks' | 'is gone' | 'clicks' | 'reads'

export function habitOf(chatId: number): Habit {
  const share = (((chatId - firstChat) * 37) % 101) / 101
  if (share < 0.04) return 'blocks'
  if (share < 0.06) return 'is gone'
  return share < 0.45 ? 'clicks' : 'reads'
}
