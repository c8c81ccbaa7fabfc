import { auditIfChanged, type Origin, type Person } from '../../auth/audit.ts'
import { findUser } from '../../auth/queries.ts'
import { hashToken } from '../../auth/secrets/token.ts'
import type { BatchStatement, Db } from '../../db/client.ts'
import { translator } from '../../i18n/translate.ts'
import { type BotDeps, type Reaction, textMessage, type UpdateContext } from '../bot/bot-deps.ts'
import { notify } from '../bot/update-queries.ts'
import { chosenName } from './chat-name.ts'
import { claimOffer, confirmOffer, dropOffer, findLinkedChat, findOffer, unlinkStatements } from './link-queries.ts'

/** Returns the hash of an offer's token, as stored and as sent with buttons: 43 characters. */
export function offerHash(token: string): string {
  return hashToken(token).toString('base64url')
}

/** Whether a text has the form of an offer's token: other links to the bot carry other texts. */
export function isOfferToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Handles a person who comes to the bot by the link of an offer: shows the chat which account would be linked. */
export async function openOffer(
  { db, siteUrl }: BotDeps,
  context: UpdateContext<'text'>,
  token: string,
): Promise<Reaction> {
  const { chatId, locale, subscriber, now } = context
  const t = translator(locale)
  const tokenHash = offerHash(token)
  const offer = await findOffer(db, tokenHash, now)
  // If another chat opened the offer first, the offer has ended for this chat.
  if (!offer || (offer.chatId !== null && offer.chatId !== chatId))
    return { replies: [textMessage(t('telegramBot.linkOver'))] }
  if (subscriber?.userId) {
    const name = (await findUser(db, subscriber.userId))?.name ?? ''
    const isSame = subscriber.userId === offer.userId
    return { replies: [textMessage(t(isSame ? 'telegramBot.linkSame' : 'telegramBot.linkOther', { name }))] }
  }
  const { login } = offer
  const name = chosenName(offer.userName)
  const buttons = [
    [{ text: t('telegramBot.linkYes'), callback_data: `link:yes:${tokenHash}` }],
    [{ text: t('telegramBot.linkNo'), callback_data: `link:no:${tokenHash}` }],
  ]
  const question = t('telegramBot.linkAsk', { name, login, site: new URL(siteUrl).host })
  return { statements: [claimOffer(db, tokenHash, chatId)], replies: [textMessage(question, buttons)] }
}

/** Handles the answer that the chat gives to an offer. The person must also confirm on the site before linking. */
export async function answerOffer(
  { db }: BotDeps,
  { chatId, locale, now }: UpdateContext<'click'>,
  { tokenHash, isYes }: { tokenHash: string; isYes: boolean },
): Promise<{ statements?: BatchStatement[]; text: string }> {
  const t = translator(locale)
  const offer = await findOffer(db, tokenHash, now)
  if (offer?.chatId !== chatId) return { text: t('telegramBot.linkOver') }
  if (!isYes) return { statements: [dropOffer(db, tokenHash, chatId)], text: t('telegramBot.linkRefused') }
  return { statements: [confirmOffer(db, tokenHash, chatId)], text: t('telegramBot.linkConfirmed') }
}

/** Unlinks the account of a chat, by the command `/unlink`. */
export async function unlinkInChat({ db }: BotDeps, context: UpdateContext<'text'>): Promise<Reaction> {
  const { id, chatId, locale, subscriber, now } = context
  const t = translator(locale)
  const user = subscriber?.userId ? await findUser(db, subscriber.userId) : undefined
  if (!user) return { replies: [textMessage(t('telegramBot.notLinked'))] }
  const origin = { address: 'telegram', requestId: `update-${id}` }
  return {
    statements: [...unlinkStatements(db, { userId: user.id, chatId }), unlinkEntry(db, origin, now, user, chatId)],
    replies: [textMessage(t('telegramBot.unlinked', { name: user.name }))],
  }
}

/** Unlinks a chat by a click on the site, and notifies the chat. */
export async function unlinkOnSite(
  { db, now }: { db: Db; now(): number },
  user: Person & { name: string },
  origin: Origin,
): Promise<void> {
  const chat = await findLinkedChat(db, user.id)
  if (!chat) return
  const { chatId, locale } = chat
  const text = translator(locale)('telegramBot.unlinkedOnSite', { name: user.name })
  await db.writeBatch([
    ...unlinkStatements(db, { userId: user.id, chatId }),
    unlinkEntry(db, origin, now(), user, chatId),
    notify(db, { ...textMessage(text), chatId }, now()),
  ])
}

function unlinkEntry(db: Db, origin: Origin, now: number, user: Person, chatId: number) {
  const subject = { id: user.id, login: user.login }
  return auditIfChanged(db, origin, now, { act: 'telegram.unlink', actor: subject, subject, before: { chatId } })
}
