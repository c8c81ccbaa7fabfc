import type { Db } from '../../db/client.ts'
import type { Recurring } from '../../jobs/jobs.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { refuseStatements } from '../../telegram/limiter/bucket-queries.ts'
import { followsAlbum, type MessageRequest, requestsFor } from '../../telegram/message/requests.ts'
import { type BroadcastContent, readContent } from '../content.ts'
import { contentOf } from '../variants.ts'
import {
  finishSlice,
  hasInFlight,
  listSentRows,
  listTasks,
  moveSlice,
  reserveRows,
  type SentRow,
  type TaskWork,
} from './task-queries.ts'

export interface TasksOptions {
  db: Db
  api: BotApi
  /** Configured rate of the lane of broadcasts, messages per second */
  most: number
  log: Pick<Logger, 'error'>
  now(): number
}

export const tasksLoop: Recurring = { role: 'sender', every: 500, name: 'broadcast-tasks' }
const idleMs = tasksLoop.every
/** ms between two looks while messages are in flight or no slot is free */
const soonMs = 100
/** ms before a retry after Telegram could not be reached */
const afterTroubleMs = 3000
/** Max tries of a slice; after these, rows without an answer count as failed */
const maxTries = 5

/**
 * Carries out tasks that were requested for finished rows, beside other processes: the process that is first gets each
 * slice.
 */
export function runTasks(options: TasksOptions): Pick<Loop, 'stop'> {
  const { db, now, log } = options
  const chats = createChatSlices(options)
  const step = async () => {
    let wait = idleMs
    for (const work of await listTasks(db)) {
      const isOfChats = work.task === 'edit' || work.task === 'delete'
      const next = isOfChats ? await chats.take(work) : (await moveSlice(db, work, now())) ? 0 : idleMs
      wait = Math.min(wait, next)
    }
    return wait
  }
  return startLoop(tasksLoop, step, log)
}

/** Edits and deletions may be repeated without harm, so interrupted slices are done again. */
function createChatSlices({ db, api, most, now }: TasksOptions) {
  const { botId } = api
  const tries = new Map<string, number>()

  const call = async (work: TaskWork, row: SentRow, waitMs: number): Promise<ApiOutcome | undefined> => {
    const request = requestOf(work, row)
    if (!request) return isOutOfReach(work, row) ? withoutNumber : undefined
    await Bun.sleep(waitMs)
    return api.call(request.method, request.params)
  }
  /** Edits or deletes a slice of messages. @returns ms until the next slice */
  const take = async (work: TaskWork): Promise<number> => {
    // After a pause the last messages are still in flight, with the old text. A running broadcast always has some.
    if (work.cursor === null && !work.isRunning && (await hasInFlight(db, work.id))) return soonMs
    const rows = await listSentRows(db, work)
    const end = rows.at(-1)?.chatId
    if (end === undefined) {
      await finishSlice(db, work, { end, done: 0, failed: 0, deleted: [] }, now())
      return 0
    }
    const at = now()
    const slots = await reserveRows(db, work, rows, { botId, now: at, most })
    if (!slots) return soonMs
    const waitOf = (index: number) => slots.from - at + index * slots.everyMs
    const outcomes = await Promise.all(rows.map((row, index) => call(work, row, waitOf(index))))
    const late = outcomes.find((outcome) => outcome && isLate(outcome))
    const key = `${work.id} ${work.task} ${work.cursor}`
    const tried = (tries.get(key) ?? 0) + 1
    tries.clear()
    if (late && (tried < maxTries || late.status === 'too-many')) {
      tries.set(key, tried)
      if (late.status !== 'too-many') return afterTroubleMs
      const waitMs = late.retryAfter * 1000
      await db.writeRaw(refuseStatements({ botId, lane: 'bulk', now: now(), most, waitMs }))
      return Math.min(waitMs, afterTroubleMs)
    }
    const failed = chatsOf(rows.filter((_, index) => outcomes[index] && !isFine(outcomes[index])))
    const done = [...chatsOf(rows).difference(failed)]
    const counted = { end, done: done.length, failed: failed.size, deleted: work.task === 'delete' ? done : [] }
    await finishSlice(db, work, counted, now())
    return 0
  }
  return { take }
}

function requestOf({ task, id, content }: TaskWork, row: SentRow): MessageRequest | undefined {
  return task === 'edit' ? editRequest(readContent(content), row, id) : deleteRequest(row)
}

const withoutNumber: ApiOutcome = { status: 'refused', kind: 'other', error: 'The message ID is unknown' }

/** Whether a message may be in the chat, but its id is unknown (assumed delivered), so no request can change it. */
function isOutOfReach(work: TaskWork, row: SentRow): boolean {
  return !row.messageId && row.messages > 0 && requestOf(work, { ...row, messageId: 1 }) !== undefined
}

/** Returns the recipients in rows, however many messages each of them got */
function chatsOf(rows: readonly SentRow[]): Set<number> {
  return new Set(rows.map(({ chatId }) => chatId))
}

/** Whether Telegram has not answered yet, or its answer concerns all chats. */
function isLate({ status, ...outcome }: ApiOutcome): boolean {
  if (status === 'refused') return 'kind' in outcome && outcome.kind === 'revoked'
  return status !== 'sent'
}

/** Whether a request succeeded. A message that is already as it should be counts as changed. */
function isFine(outcome: ApiOutcome): boolean {
  if (outcome.status === 'sent') return true
  return outcome.status === 'refused' && /message is not modified|message to delete not found/i.test(outcome.error)
}

/** Returns the request that edits a sent message; undefined if this part has neither text nor buttons. */
export function editRequest(whole: BroadcastContent, row: SentRow, broadcastId: string): MessageRequest | undefined {
  const { chatId, part, locale, name, messageId } = row
  if (!messageId) return undefined
  const content = contentOf(whole, row.variant)
  const request = requestsFor(content, { chatId, locale, name }, { broadcastId })[part]
  if (!request || (part === 0 && followsAlbum(content))) return undefined
  const { text, caption, parse_mode, link_preview_options, reply_markup } = request.params
  const to = { chat_id: chatId, message_id: messageId }
  if (text !== undefined) {
    const given = present({ parse_mode, link_preview_options, reply_markup })
    return { method: 'editMessageText', params: { ...to, text, ...given } }
  }
  const item = Array.isArray(request.params.media) ? request.params.media[0] : undefined
  const shown = present({ caption: caption ?? item?.caption, parse_mode: parse_mode ?? item?.parse_mode, reply_markup })
  return { method: 'editMessageCaption', params: { ...to, ...shown } }
}

/** Request that deletes all messages of an album. Source: https://core.telegram.org/bots/api#deletemessages */
export function deleteRequest({ chatId, messageId, messages }: SentRow): MessageRequest | undefined {
  if (!messageId) return undefined
  const ids = Array.from({ length: messages }, (_, index) => messageId + index)
  if (ids.length > 1) return { method: 'deleteMessages', params: { chat_id: chatId, message_ids: ids } }
  return { method: 'deleteMessage', params: { chat_id: chatId, message_id: messageId } }
}

function present(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}
