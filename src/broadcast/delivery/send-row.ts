import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import type { Leases } from '../../telegram/api/leases.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { createUnknownChatMonitor } from '../../telegram/api/unknown-chats.ts'
import { type LaneRates, refuseStatements } from '../../telegram/limiter/bucket-queries.ts'
import type { Reason } from '../broadcast.ts'
import type { Claim } from './claim-queries.ts'
import { type MessagePlan, type Plans, rememberFileIds, requestFor } from './message-plan.ts'
import { type Consequence, changeOf } from './outcome-change.ts'
import { pauseRunning } from './result-queries.ts'
import type { ResultWriter } from './result-writer.ts'

/** Number of newest outcomes of a broadcast by which it may be stopped */
const span = 40
/** Number of bad outcomes that is no coincidence: more than single recipients are affected. */
const minBad = 20
/** Number of chats refusing the message that is no coincidence either: all chats will refuse it. */
const minRefusing = 3

/** Max broadcasts tracked; the one without outcomes for the longest time is evicted. */
const maxShares = 100

interface ChatOutcome {
  chatId: number
  /** Kind of the outcome. `refused`: Telegram refuses the message; `bad`: a failure with an unknown cause */
  kind: 'sent' | 'bad' | 'refused' | 'other'
}

interface Share {
  recent: ChatOutcome[]
  hasSent: boolean
}

/** Tracks recent outcomes of each broadcast that this process sends, to detect that it must be stopped. */
export function createFailureMonitor(): {
  /** Records an outcome. @returns the reason to stop the broadcast, whose outcomes are then forgotten */
  note(id: string, outcome: ChatOutcome): 'errors' | 'content' | undefined
} {
  const known = new Map<string, Share>()
  return {
    note: (id, outcome) => {
      const { recent = [], hasSent = false } = known.get(id) ?? {}
      const share = { recent: [...recent, outcome].slice(-span), hasSent: hasSent || outcome.kind === 'sent' }
      const reason = stopReason(share)
      known.delete(id)
      if (!reason) known.set(id, share)
      const [oldest] = known.keys()
      if (known.size > maxShares && oldest !== undefined) known.delete(oldest)
      return reason
    },
  }
}

function stopReason({ recent, hasSent }: Share): 'errors' | 'content' | undefined {
  if (recent.filter(({ kind }) => kind === 'bad').length >= minBad) return 'errors'
  const refusals = recent.filter(({ kind }) => kind === 'refused')
  const chats = new Set(refusals.map(({ chatId }) => chatId))
  // If the audience is one or two chats, each of them refuses twice.
  const isAll = !hasSent && refusals.length > chats.size
  return chats.size >= minRefusing || isAll ? 'content' : undefined
}

export interface RowSenderOptions {
  outbox: Db
  api: BotApi
  most: LaneRates['most']
  leases: Leases
  plans: Plans
  writer: Pick<ResultWriter, 'add'>
  log: Pick<Logger, 'warn'>
  now(): number
  /** Returns the time of a monotonic clock, ms */
  steady(): number
  /** Releases all rows that wait for their slot. */
  dropAll(): Promise<void>
}

export interface RowSender {
  /** Sends a row. @param intendedAt  ms by `performance.now()`, measured before the intent was written */
  send(row: Claim, intendedAt: number): Promise<void>
  /** Time before which no rows are claimed because the connection to Telegram is broken, ms by `steady` */
  brokenUntil(): number
}

const maxBackOffMs = 30_000

export function createRowSender(options: RowSenderOptions): RowSender {
  const { outbox, api, most, leases, plans, writer, log, now, steady, dropAll } = options
  const failures = createFailureMonitor()
  /** Broadcasts whose pause is being written to the database: none of their rows is sent in the meantime */
  const stopping = new Set<string>()
  const unknownChats = createUnknownChatMonitor()
  let brokenTimes = 0
  let brokenUntil = Number.NEGATIVE_INFINITY

  /** Starts or extends the back-off. Of many requests that fail together, only the first failure counts. */
  const backOff = (begunAt: number) => {
    if (begunAt < brokenUntil) return
    brokenUntil = steady() + Math.min(maxBackOffMs, 500 * 2 ** brokenTimes++)
  }

  const pause = async (row: Claim | 'all', reason: Reason, error: string) => {
    const which = row === 'all' ? row : { id: row.broadcastId, revision: row.revision }
    const isPaused = await pauseRunning(outbox, which, { reason, error, now: now() })
    if (isPaused) log.warn('A broadcast was paused', { id: row === 'all' ? row : row.broadcastId, reason, error })
  }
  const follow = async (row: Claim, consequence: Consequence, begunAt: number) => {
    if (consequence.kind !== 'back-off') brokenTimes = 0
    switch (consequence.kind) {
      case 'none':
        return
      case 'freeze': {
        const { lane } = row
        const { waitMs } = consequence
        await outbox.writeRaw(refuseStatements({ botId: api.botId, lane, now: now(), most: most[lane], waitMs }))
        return dropAll()
      }
      case 'back-off':
        backOff(begunAt)
        return dropAll()
      case 'revoked':
        return pause('all', 'revoked', consequence.error)
    }
  }
  const stop = async (row: Claim, reason: Reason, error: string) => {
    stopping.add(row.broadcastId)
    await pause(row, reason, error)
      .then(dropAll)
      .finally(() => stopping.delete(row.broadcastId))
  }
  /** Whether an intent is too old after a stall: other processes may soon consider the row cut off and send it. */
  const isLate = (intendedAt: number) => performance.now() - intendedAt > leases.sending / 3
  return {
    send: async (row, intendedAt) => {
      const begunAt = steady()
      const plan = await plans.of(row.broadcastId, row.revision)
      const request = plan && requestFor(plan, row)
      const sent = () => (request ? api.call(request.method, request.params) : withoutRequest(plan))
      const isStopping = stopping.has(row.broadcastId)
      const outcome = isStopping ? pausing : isLate(intendedAt) ? tooLate : await sent()
      if (plan && request) rememberFileIds(plan, request, outcome)
      const { change, consequence } = changeOf(row, outcome, { onUnknown: row.onUnknown, now: now() })
      const hasNext = row.part + 1 < (plan?.parts ?? 1)
      // No request was made, so the outcome shows nothing about the connection to Telegram.
      if (isStopping) return void writer.add({ ...change, hasNext })
      const why = failures.note(row.broadcastId, { chatId: row.chatId, kind: chatOutcomeKind(outcome) })
      const verdict = unknownChats.check(outcome)
      const subscriber = verdict.isCredible ? change.subscriber : undefined
      writer.add({ ...change, state: why === 'content' ? 'pending' : change.state, subscriber, hasNext })
      const reason = why ?? (verdict.shouldStop ? 'strangers' : undefined)
      // `stop` marks the broadcast before its first await: no other row is sent while the pause is written.
      await Promise.all([reason && stop(row, reason, change.error ?? ''), follow(row, consequence, begunAt)])
    },
    brokenUntil: () => brokenUntil,
  }
}

function chatOutcomeKind(outcome: ApiOutcome): ChatOutcome['kind'] {
  if (outcome.status === 'unknown') return 'bad'
  if (outcome.status !== 'refused') return outcome.status === 'sent' ? 'sent' : 'other'
  const { kind } = outcome
  return kind === 'content' ? 'refused' : kind === 'other' || kind === 'fetch' ? 'bad' : 'other'
}

const pausing: ApiOutcome = { status: 'unsent', error: 'The broadcast is being paused' }
const tooLate: ApiOutcome = { status: 'unsent', error: 'The send intent is too old' }

/**
 * Returns the outcome if there is nothing to send, because the broadcast was edited after this row was created. Without
 * a plan, it was edited mid-send: the row is released and claimed again at the new revision.
 */
function withoutRequest(plan: MessagePlan | undefined): ApiOutcome {
  if (!plan) return { status: 'unsent', error: 'The broadcast was edited' }
  // This part no longer exists in the edited message; nothing is left to send.
  return { status: 'sent', result: [] }
}
