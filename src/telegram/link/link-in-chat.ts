import { findUser } from '../../auth/queries.ts'
import { hashToken } from '../../auth/secrets/token.ts'
import type { BatchStatement } from '../../db/client.ts'
import { translator } from '../../i18n/translate.ts'
import { type BotDeps, type Reaction, textMessage } from '../bot/bot-deps.ts'
import type { UpdateContext } from '../bot/update-context.ts'
import { chosenName } from './chat-name.ts'
import { claimOffer, confirmOffer, dropOffer, findOffer } from './link-queries.ts'

/** Returns the hash of a token, as stored and as carried by buttons: 43 characters. */
export function offerHash(token: string): string {
  return hashToken(token).toString('base64url')
}

/** Returns whether a text has the form of a token: other links to the bot carry other texts. */
export function isOfferToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** A person came to the bot by an offer's link: shows the chat which account would be linked. */
export async function openOffer(
  { db, siteUrl }: BotDeps,
  context: UpdateContext<'text'>,
  token: string,
): Promise<Reaction> {
  const { chatId, locale, subscriber, now } = context
  const t = translator(locale)
  const tokenHash = offerHash(token)
  const offer = await findOffer(db, tokenHash, now)
  // Another chat opened it first: for this one the offer is over.
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

/** Handles the answer of the chat. Nothing is linked before it is also confirmed on the site. */
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
