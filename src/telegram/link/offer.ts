import { auditIfChanged, type Origin } from '../../auth/audit.ts'
import type { Session } from '../../auth/session/session.ts'
import { sign } from '../../auth/session/token.ts'
import type { Db } from '../../db/client.ts'
import { translator } from '../../i18n/translate.ts'
import { textMessage } from '../bot/bot-deps.ts'
import { notify } from '../bot/update-queries.ts'
import { offerHash } from './link-in-chat.ts'
import { dropOwnOffer, findLinkedChat, findOwnOffer, linkStatements, type OfferRow, putOffer } from './link-queries.ts'

export interface OfferDeps {
  db: Db
  /** Secret of this installation */
  secret: string
  now(): number
}

const livesMs = 10 * 60_000

/**
 * Offers to link the person's account with the chat that opens the offer. Valid for ten minutes, once, in this session.
 */
export async function createOffer({ db, secret, now }: OfferDeps, { id, user }: Session): Promise<void> {
  const made = { userId: user.id, sessionId: id, expiresAt: now() + livesMs }
  await db.writeBatch([putOffer(db, { ...made, tokenHash: offerHash(tokenOf(secret, made)) })])
}

/** Derives the token each time the link is shown: the database has only its hash. */
export function tokenOf(secret: string, { userId, sessionId, expiresAt }: OfferSecrets): string {
  return sign(secret, 'telegram-link', `${userId} ${sessionId} ${expiresAt}`)
}

type OfferSecrets = Pick<OfferRow, 'userId' | 'sessionId' | 'expiresAt'>

export type LinkOutcome =
  | { status: 'linked' }
  /** Expired, opened in another session, or not confirmed in the chat */
  | { status: 'over' }
  /** The chat or the account is already linked with another one */
  | { status: 'taken' }

/** The second confirmation: the person has seen which chat gave the first one. */
export async function confirmOnSite(
  { db, now }: OfferDeps,
  { id: sessionId, user }: Session,
  origin: Origin,
): Promise<LinkOutcome> {
  const at = now()
  const offer = await findOwnOffer(db, { userId: user.id, sessionId }, at)
  if (!offer?.isConfirmedInChat || offer.chatId === null) return { status: 'over' }
  const { tokenHash, chatId } = offer
  const [link, mark] = linkStatements(db, { userId: user.id, tokenHash, sessionId, now: at })
  const [linked] = await db.writeBatch([
    link,
    mark,
    auditIfChanged(db, origin, at, { act: 'telegram.link', actor: user, subject: user, after: { chatId } }),
    dropOwnOffer(db, user.id),
  ])
  if (linked.length === 0) return { status: 'taken' }
  const chat = await findLinkedChat(db, user.id)
  const text = translator(chat?.locale ?? user.locale)('telegramBot.linkDone', { name: user.name })
  await db.writeBatch([notify(db, { ...textMessage(text), chatId }, at)])
  return { status: 'linked' }
}

export async function withdrawOffer({ db }: OfferDeps, { user }: Session): Promise<void> {
  await db.writeBatch([dropOwnOffer(db, user.id)])
}
