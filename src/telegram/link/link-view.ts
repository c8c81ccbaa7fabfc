import type { Session } from '../../auth/session/session.ts'
import { findSubscriber } from '../subscribers/subscriber-queries.ts'
import type { TelegramSite } from '../telegram-deps.ts'
import { chatName } from './chat-name.ts'
import { findLinkedChat, findOwnOffer } from './link-queries.ts'
import type { LinkView } from './link-region.tsx'
import { type OfferDeps, tokenOf } from './offer.ts'

/** Returns the current step of linking. Ignores offers of other sessions, and all offers during impersonation. */
export async function readLinkView(
  { db, secret, now, telegram }: OfferDeps & { telegram: TelegramSite | undefined },
  { id: sessionId, user, impersonatorId }: Pick<Session, 'id' | 'user' | 'impersonatorId'>,
): Promise<LinkView> {
  const chat = await findLinkedChat(db, user.id)
  if (chat) return { step: 'linked', chat }
  if (!telegram) return { step: 'disconnected' }
  const offer = impersonatorId === null ? await findOwnOffer(db, { userId: user.id, sessionId }, now()) : undefined
  if (!offer) return { step: 'none' }
  const until = offer.expiresAt
  if (offer.chatId !== null) {
    const opener = await findSubscriber(db, offer.chatId)
    const name = opener ? chatName(opener) : String(offer.chatId)
    return { step: offer.isConfirmedInChat ? 'confirmed' : 'opened', name, until }
  }
  const botName = await telegram.botName()
  if (botName === undefined) return { step: 'unreachable' }
  return { step: 'offered', url: `https://t.me/${botName}?start=${tokenOf(secret, offer)}`, until }
}
