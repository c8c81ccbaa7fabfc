import { auditIfChanged, type Origin, type Person } from '../../auth/audit.ts'
import { findUser } from '../../auth/queries.ts'
import type { Db } from '../../db/client.ts'
import { translator } from '../../i18n/translate.ts'
import { type BotDeps, type Reaction, textMessage } from '../bot/bot-deps.ts'
import type { UpdateContext } from '../bot/update-context.ts'
import { notify } from '../bot/update-queries.ts'
import { findLinkedChat, unlinkStatements } from './link-queries.ts'

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
