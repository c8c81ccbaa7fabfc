import type { Db } from '../../db/client.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import type { Recurring } from '../../jobs/jobs.ts'
import { createKeyedQueue } from '../../jobs/keyed-queue.ts'
import { newLeaseOwner } from '../../jobs/lease-owner.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../api/bot-api.ts'
import { usualLeases } from '../api/leases.ts'
import type { ApiOutcome } from '../api/outcome.ts'
import { createUnknownChatMonitor } from '../api/unknown-chats.ts'
import type { Reservation } from '../limiter/bucket.ts'
import { addBuckets, type LaneRates, refuseStatements } from '../limiter/bucket-queries.ts'
import { createPacer, type Pacer } from '../limiter/pacer.ts'
import {
  type ClaimedNotice,
  claimClickAnswers,
  claimMessage,
  dueNotices,
  intendNotices,
  type NoticeResult,
  recordNotice,
  releaseNotices,
  sweepNotices,
} from './notice-queries.ts'
import { openParams } from './sealed-params.ts'

/**
 * Time from Telegram's answer to the next message to the same chat, ms: a second, and the difference between clocks.
 * Source: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
const everyMs = 1050

/** Tracks the chats that got a message within the last second. */
interface ChatPace {
  sent(chatId: number): void
  busy(): number[]
}

/**
 * Spaces the messages to one chat. Otherwise Telegram refuses further messages to the chat, and then limits the whole
 * bot: a person who presses buttons quickly must not hold up a broadcast. Remembers only the messages of one second.
 */
function createChatPace(steady: () => number = () => performance.now()): ChatPace {
  /** Times of the last message by chat, oldest first */
  const last = new Map<number, number>()
  return {
    sent: (chatId) => {
      last.delete(chatId)
      last.set(chatId, steady())
    },
    busy: () => {
      for (const [chatId, at] of last) {
        if (steady() - at < everyMs) break
        last.delete(chatId)
      }
      return [...last.keys()]
    },
  }
}

export interface NoticesOptions {
  /** Database `app.db`, opened with full durability */
  outbox: Db
  api: BotApi
  /** Token of the bot, with which secret parameters are sealed */
  token: string
  most: LaneRates['most']
  log: Pick<Logger, 'error' | 'warn'>
  now?: (() => number) | undefined
}

/** Interval of resetting notices of dead processes, ms */
const sweepMs = 2000
/** While idle, its interval is the max delay of an answer. */
export const noticesLoop: Recurring = { role: 'sender', every: 100, name: 'notices-send' }
const idleMs = noticesLoop.every
/** ms until a notice that could not be sent is due again */
const retryMs = 3000
const revokedMs = 30_000

/** Answers to clicks per second; these use no slots of messages */
const clickRate = 30

/** Sends single messages in a lane of their own, beside other processes; answers to clicks wait for no messages. */
export async function runNotices(options: NoticesOptions): Promise<{ close(): Promise<void> }> {
  const { outbox, api, most, log, now = Date.now } = options
  const { botId } = api
  const leaseOwner = newLeaseOwner()
  await addBuckets(outbox, { botId, most })
  const leaseRequest = () => ({ leaseOwner, now: now(), leaseMs: usualLeases.claimed, botId })
  const pace = createChatPace()
  const { messages, clicks } = createPacers({ ...options, now }, { leaseOwner, pace })
  let sweptAt = Number.NEGATIVE_INFINITY

  const takeMessage = async () => {
    const { notices, slots } = await claimMessage(outbox, { ...leaseRequest(), most: most.reply, busy: pace.busy() })
    return addTo(messages, notices, slots)
  }
  const takeClicks = async () => {
    const answers = await claimClickAnswers(outbox, { ...leaseRequest(), limit: Math.ceil(clickRate / 4) })
    return addTo(clicks, answers, { from: 0, everyMs: 1000 / clickRate })
  }
  const step = async () => {
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now()
      await sweepNotices(outbox, now())
    }
    const due = await dueNotices(outbox, now())
    const untilClicks = due.clicks && !isBusy(clicks, clickRate) ? await takeClicks() : idleMs
    const untilMessages = due.messages && !isBusy(messages, most.reply) ? await takeMessage() : idleMs
    return Math.min(untilClicks, untilMessages)
  }
  const loop: Loop = startLoop(noticesLoop, step, log)
  return {
    close: async () => {
      await loop.stop()
      // Notices that cannot be released now can be claimed again when their lease expires.
      await releaseNotices(outbox, [...messages.drop(), ...clicks.drop()], leaseOwner).catch(ignoreUnwritable)
      await Promise.all([messages.idle(), clicks.idle()])
    },
  }
}

function isBusy(pacer: Pacer<ClaimedNotice>, perSecond: number): boolean {
  return pacer.aheadMs() > idleMs || pacer.underway() > 20 + perSecond || pacer.waiting() > perSecond
}

/** Adds notices to a pacer. @returns ms until claiming more notices makes sense */
function addTo(pacer: Pacer<ClaimedNotice>, notices: readonly ClaimedNotice[], slots: Reservation): number {
  pacer.add(notices, slots)
  return notices.length > 0 ? Math.max(0, pacer.aheadMs() - idleMs) : idleMs
}

/** Outcome of a notice that was sealed before the token of the bot was replaced */
const sealedByAnother: ApiOutcome = {
  status: 'refused',
  kind: 'content',
  error: 'The notice was sealed with another token of the bot',
}

/** Creates the pacers of messages and of answers to clicks, which do not count as messages to a chat. */
function createPacers(
  { outbox, api, token, most, log, now }: NoticesOptions & { now(): number },
  { leaseOwner, pace }: { leaseOwner: string; pace: ChatPace },
) {
  const { botId } = api
  const unknownChats = createUnknownChatMonitor()
  const call = async ({ method, chatId, params }: ClaimedNotice): Promise<ApiOutcome> => {
    const opened = openParams(token, params)
    return opened ? api.call(method, { chat_id: chatId, ...opened }) : sealedByAnother
  }
  const callInPace = async (notice: ClaimedNotice) => {
    const outcome = await call(notice)
    pace.sent(notice.chatId)
    return outcome
  }
  const record = async (notice: ClaimedNotice, outcome: ApiOutcome) => {
    if (outcome.status === 'too-many') {
      const waitMs = outcome.retryAfter * 1000
      await outbox.writeRaw(refuseStatements({ botId, lane: 'reply', now: now(), most: most.reply, waitMs }))
    }
    const { subscriber, ...result } = resultOf(notice, outcome, now())
    // A person who is answered has written to this very bot, so a sent answer says nothing about the other subscribers.
    const isBelieved = (notice.isAnswer && outcome.status === 'sent') || unknownChats.check(outcome).isCredible
    await recordNotice(outbox, { ...result, subscriber: isBelieved ? subscriber : undefined }, leaseOwner)
  }
  const inTurn = createKeyedQueue<number>()
  const newPacer = (send: typeof call) =>
    createPacer<ClaimedNotice>({
      log,
      // Sends to one chat run in sequence, because two concurrent requests may arrive in reverse order.
      send: (notice) => inTurn(notice.chatId, async () => record(notice, await send(notice))),
      intend: async (notices) => {
        const lease = { leaseOwner, now: now(), leaseMs: usualLeases.sending, botId }
        const intended = await intendNotices(outbox, notices, lease)
        await releaseNotices(
          outbox,
          notices.filter((notice) => !intended.includes(notice)),
          leaseOwner,
        )
        return intended
      },
    })
  return { messages: newPacer(callInPace), clicks: newPacer(call) }
}

function resultOf({ id, chatId }: ClaimedNotice, outcome: ApiOutcome, now: number): NoticeResult {
  const known = { id, chatId, error: null, dueAt: now }
  switch (outcome.status) {
    case 'sent':
      return { ...known, state: 'sent' }
    case 'too-many':
      return { ...known, state: 'pending' }
    case 'unsent':
      return { ...known, state: 'pending', error: outcome.error, dueAt: now + retryMs }
    case 'unknown':
      return { ...known, state: 'unknown', error: outcome.error }
    case 'refused': {
      const { kind, error } = outcome
      if (kind === 'revoked') return { ...known, state: 'pending', error, dueAt: now + revokedMs }
      const subscriber = kind === 'blocked' || kind === 'gone' || kind === 'unreachable' ? kind : undefined
      return { ...known, state: 'failed', error, subscriber }
    }
  }
}
