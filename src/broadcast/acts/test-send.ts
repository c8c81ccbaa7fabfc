import { auditStatement } from '../../auth/audit.ts'
import type { Locale } from '../../i18n/locales.ts'
import { requestsFor } from '../../telegram/message/requests.ts'
import { enqueueNotice } from '../../telegram/notices/enqueue-notice.ts'
import { findActive } from '../../telegram/subscribers/subscriber-queries.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { type ContentProblem, readContent } from '../content.ts'
import { problemsOf } from '../content-problems.ts'
import { contentOf, textsOf } from '../variants.ts'
import { type ActDeps, type ActRequest, subjectOf } from './act.ts'

export const maxTestChats = 10

export type TestOutcome =
  | { status: 'said'; count: number }
  | { status: 'missing' }
  | { status: 'faulty'; problems: ContentProblem[] }
  /** These chats stopped the bot, cannot be reached, or never started the bot. */
  | { status: 'unsubscribed'; chats: number[] }
  /** Too many single messages are waiting to be sent already. */
  | { status: 'crowded' }

export interface TestSend {
  id: string
  chats: number[]
  locale: Locale
  name: string
  /** Audit-log subject, if the broadcast is part of something else, such as a series */
  subject?: { id: string; login: string }
}

/** Sends a test of the message, unchanged, in the reply lane, so that it does not wait behind another broadcast. */
export async function sendTest(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { id, chats, locale, name, subject }: TestSend,
): Promise<TestOutcome> {
  const row = await findBroadcast(db, id)
  if (!row) return { status: 'missing' }
  const problems = problemsOf(row)
  if (problems.length > 0) return { status: 'faulty', problems }
  const subscribed = await findActive(db, chats)
  const unsubscribed = chats.filter((chat) => !subscribed.has(chat))
  if (unsubscribed.length > 0) return { status: 'unsubscribed', chats: unsubscribed }
  const content = readContent(row.content)
  const variants = textsOf(content).map((_, variant) => contentOf(content, variant))
  for (const chatId of chats.slice(0, maxTestChats)) {
    const requests = variants.flatMap((each) => requestsFor(each, { chatId, locale, name }, { broadcastId: id }))
    for (const { method, params } of requests) {
      const { status } = await enqueueNotice(db, { chatId, method, params }, now())
      if (status === 'crowded') return { status }
    }
  }
  const after = { chats: chats.join(' ') }
  const entry = { act: 'broadcast.test', actor, subject: subject ?? subjectOf(row), after } as const
  await db.writeBatch([auditStatement(db, origin, now(), entry)])
  return { status: 'said', count: chats.length }
}
