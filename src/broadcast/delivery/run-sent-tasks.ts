import type { Db } from '../../db/client.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { type LaneRates, refuseStatements } from '../../telegram/limiter/bucket-queries.ts'
import { createPacer } from '../../telegram/limiter/pacer.ts'
import type { MessageRequest } from '../../telegram/message/requests.ts'
import { readContent } from '../content.ts'
import {
  endSentTask,
  findSentTask,
  listSent,
  recordSentTask,
  reserveSlots,
  type SentRow,
  type SentTask,
} from './sent-task-queries.ts'
import { deleteRequests, editRequests } from './sent-task-requests.ts'

export interface SentTasksOptions {
  db: Db
  api: BotApi
  most: LaneRates['most']
  log: Pick<Logger, 'error'>
  now(): number
}

interface Step {
  row: SentRow
  request: MessageRequest
}

/** ms */
const idleMs = 1000
const busyMs = 100
/** Chats of one round, as seconds of the rate */
const roundSeconds = 0.8
/** Rounds over the same chats that failed on the way; what fails then has failed. */
const mostRounds = 4

/**
 * Edits or deletes what stands in chats, at the broadcasts' rate. Either may be done twice without harm, so the cursor
 * moves when a round is through: who is killed in between does it again.
 */
export function runSentTasks({ db, api, most, log, now }: SentTasksOptions): Loop {
  const { botId } = api
  const outcomes = new Map<Step, ApiOutcome>()
  const send = async (step: Step) => {
    const outcome = await api.call(step.request.method, step.request.params)
    outcomes.set(step, outcome)
    if (outcome.status !== 'too-many') return
    pacer.drop()
    const waitMs = outcome.retryAfter * 1000
    await db.writeRaw(refuseStatements({ botId, lane: 'bulk', now: now(), most: most.bulk, waitMs }))
  }
  const pacer = createPacer<Step>({ perSecond: most.bulk, intend: async (steps) => steps, send, log })
  let rounds = 0

  const round = async (task: SentTask, rows: readonly SentRow[], steps: readonly Step[]) => {
    const slots =
      steps.length > 0 ? await reserveSlots(db, { botId, count: steps.length, most: most.bulk, now: now() }) : undefined
    if (steps.length > 0 && !slots) return busyMs
    outcomes.clear()
    if (slots) pacer.add(steps, slots)
    await pacer.idle()
    const isThrough = steps.every((step) => isSettled(outcomes.get(step)))
    if (!isThrough && ++rounds < mostRounds) return busyMs
    rounds = 0
    const bad = new Set(steps.filter((step) => !isDone(outcomes.get(step))).map(({ row }) => row.chatId))
    for (const { chatId, messageId } of rows) if (!messageId && task.task === 'edit') bad.add(chatId)
    const chats = new Set(rows.map(({ chatId }) => chatId))
    const deleted = task.task === 'delete' ? rows.filter(({ chatId }) => !bad.has(chatId)) : []
    const upTo = rows.at(-1)?.chatId ?? 0
    await recordSentTask(db, task, { upTo, done: chats.size - bad.size, failed: bad.size, deleted, now: now() })
    return 0
  }
  const step = async () => {
    const task = await findSentTask(db)
    if (!task) return idleMs
    const rows = await listSent(db, task, Math.max(1, Math.floor(most.bulk * roundSeconds)))
    if (rows.length === 0) {
      await endSentTask(db, task)
      return 0
    }
    const content = readContent(task.content)
    const requestsOf = (row: SentRow) =>
      task.task === 'edit' ? editRequests(content, task.id, row) : deleteRequests(row)
    return round(
      task,
      rows,
      rows.flatMap((row) => requestsOf(row).map((request) => ({ row, request }))),
    )
  }
  return startLoop('Tasks of broadcasts', step, log)
}

/** Told by Telegram where what was wanted is so already. */
const already = /is not modified|message to delete not found|no text in the message to edit|no caption/i

function isDone(outcome: ApiOutcome | undefined): boolean {
  return outcome?.status === 'sent' || (outcome?.status === 'refused' && already.test(outcome.error))
}

/** It would come to the same another time. */
function isSettled(outcome: ApiOutcome | undefined): boolean {
  return outcome?.status === 'sent' || (outcome?.status === 'refused' && outcome.kind !== 'revoked')
}
