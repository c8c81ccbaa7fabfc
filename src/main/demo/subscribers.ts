import type { Db } from '../../db/client.ts'
import { dayMs } from '../../market/timeframe.ts'
import type { BotDeps } from '../../telegram/bot/bot-deps.ts'
import { handleUpdate } from '../../telegram/bot/handle-update.ts'
import { writeSubscribers } from '../../telegram/import/import-queries.ts'
import { claimOffer, confirmOffer, linkStatements, putOffer } from '../../telegram/link/link-queries.ts'
import type { Members } from './members.ts'
import { firstChat, habitOf, subscriberAt } from './subscriber-names.ts'

export interface SubscribersOptions {
  db: Db
  /** ms UTC */
  now: number
  count: number
}

/** Days since subscription, one value per group */
const ages = [40, 31, 24, 17, 13, 5]

/** Adds subscribers who joined between two ages in days. Call it with the oldest span first. */
export async function addSubscribers(
  { db, now, count }: SubscribersOptions,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const all = Array.from({ length: count }, (_, place) => subscriberAt(place))
  const groupOf = (chatId: number) => (chatId - firstChat) % ages.length
  for (const [group, age] of ages.entries()) {
    if (age > from || age <= to) continue
    const own = all.filter(({ chatId }) => groupOf(chatId) === group)
    const rows = own.map(({ chatId, locale, firstName, lastName }) => {
      return { chatId, locale, name: `${firstName} ${lastName}` }
    })
    await writeSubscribers(db, rows, now - age * dayMs)
  }
}

/** Links members to chats of subscribers who neither block the bot nor are gone. */
export async function linkMembers({ db, now }: SubscribersOptions, members: Members): Promise<void> {
  const linked = [members.marina, members.ivan, members.alice]
  const open = (place: number) => !['blocks', 'is gone'].includes(habitOf(firstChat + place))
  const places = Array.from({ length: 100 }, (_, place) => place).filter(open)
  for (const { id: userId, locale } of linked) {
    const at = places.findIndex((place) => subscriberAt(place).locale === locale)
    const [place = 0] = places.splice(at, 1)
    const { chatId } = subscriberAt(place)
    const offer = { tokenHash: `demo-${userId}`, userId, sessionId: 'demo' }
    await db.writeBatch([
      putOffer(db, { ...offer, expiresAt: now + dayMs }),
      claimOffer(db, offer.tokenHash, chatId),
      confirmOffer(db, offer.tokenHash, chatId),
      ...linkStatements(db, { ...offer, now }),
    ])
  }
}

/** Unsubscribes some subscribers with `/stop`. */
export async function stopSome(bot: BotDeps, { count, now }: Pick<SubscribersOptions, 'count' | 'now'>): Promise<void> {
  for (let place = 30; place < count; place += 45) {
    const { chatId, firstName, lastName, locale } = subscriberAt(place)
    const from = { id: chatId, is_bot: false, first_name: firstName, last_name: lastName, language_code: locale }
    const message = { message_id: place, chat: { id: chatId, type: 'private' }, from, text: '/stop' }
    await handleUpdate({ ...bot, now: () => now }, { update_id: place, message })
  }
}
