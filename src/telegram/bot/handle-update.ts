import { localised } from '../../i18n/locales.ts'
import {
  findSubscriber,
  insertStopped,
  setBlocked,
  setUnblocked,
  touchSubscriber,
} from '../subscribers/subscriber-queries.ts'
import type { BotDeps, Reaction } from './bot-deps.ts'
import { reactToClick } from './clicks.ts'
import { reactToText } from './commands.ts'
import { localeOf } from './language.ts'
import { readUpdate, type Update } from './update.ts'
import { isDuplicateError, isProcessed, notify, recordUpdate } from './update-queries.ts'

export type UpdateOutcome =
  | { status: 'taken' }
  | { status: 'known' }
  /** Not an update */
  | { status: 'unreadable' }

/**
 * Writes all effects of an update, its answers included, together with its id: an update that arrives again, by another
 * connection or after a crash, does nothing more, and none is half done. The sender sends the answers.
 */
export async function handleUpdate(deps: BotDeps, given: unknown): Promise<UpdateOutcome> {
  const { db } = deps
  const update = readUpdate(given)
  if (!update) return { status: 'unreadable' }
  if (await isProcessed(db, update.id)) return { status: 'known' }
  const { statements = [], replies = [] } = update.kind === 'other' ? {} : await react(deps, update)
  const now = deps.now()
  const chatId = update.kind === 'other' ? 0 : update.chatId
  try {
    await db.writeBatch([
      recordUpdate(db, update.id, now),
      ...statements,
      ...replies.map((reply) => notify(db, { ...reply, chatId }, now)),
    ])
  } catch (error) {
    if (isDuplicateError(error)) return { status: 'known' }
    throw error
  }
  return { status: 'taken' }
}

async function react(deps: BotDeps, update: Update): Promise<Reaction> {
  const { db, limits } = deps
  const { chatId, person } = update
  if (update.kind === 'membership') {
    return { statements: [update.isBlocked ? setBlocked(db, chatId) : setUnblocked(db, chatId)] }
  }
  const now = deps.now()
  if (limits.answers.take(String(chatId), now) > 0) return unanswered(deps, update, now)
  const subscriber = await findSubscriber(db, chatId)
  const locale = subscriber?.locale ?? localeOf(person.language)
  const site = `${deps.siteUrl}${localised(locale, '/')}`.replace(/\/$/, '')
  const context = { ...update, subscriber, locale, site, now }
  const reaction = context.kind === 'click' ? await reactToClick(deps, context) : await reactToText(deps, context)
  const { name, username } = person
  return {
    ...reaction,
    statements: [touchSubscriber(db, { chatId, name, username, now }), ...(reaction.statements ?? [])],
  }
}

/** The chat writes too fast and gets no answers for a while; stopping still counts. */
function unanswered({ db, series }: BotDeps, update: Update, now: number): Reaction {
  if (update.kind !== 'text') return {}
  const { chatId, text, person } = update
  const left = series.leave({ chatId, now })
  if (/^\/stop\b/i.test(text)) {
    const { name, username, language } = person
    return { statements: [insertStopped(db, { chatId, locale: localeOf(language), name, username, now }), left] }
  }
  return text.startsWith('/') ? {} : { statements: [left] }
}
