import type { Db } from '../../db/client.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import { newHolder } from '../../jobs/holder.ts'
import { createTurns } from '../../jobs/in-turn.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../api/bot-api.ts'
import { usualLeases } from '../api/leases.ts'
import type { ApiOutcome } from '../api/outcome.ts'
import { addBuckets, type LaneRates, refuseStatements } from '../limiter/bucket-queries.ts'
import { createPacer } from '../limiter/pacer.ts'
import { createChatPace } from './chat-pace.ts'
import {
  type ClaimedNotice,
  claimNotices,
  hasNotices,
  intendNotices,
  type NoticeResult,
  recordNotice,
  releaseNotices,
  sweepNotices,
} from './notice-queries.ts'

export interface NoticesOptions {
  /** `app.db` with full durability */
  outbox: Db
  api: BotApi
  most: LaneRates['most']
  log: Pick<Logger, 'error' | 'warn'>
  now?: (() => number) | undefined
}

/** ms */
const sweepMs = 2000
/** ms between two looks while nothing waits: what an answer may be late by */
const idleMs = 100
/** ms until one that could not be sent is due again */
const retryMs = 3000
const revokedMs = 30_000

/** Sends single messages in a lane of their own, beside other processes that do. */
export async function runNotices(options: NoticesOptions): Promise<{ close(): Promise<void> }> {
  const { outbox, api, most, log, now = Date.now } = options
  const { botId } = api
  const holder = newHolder()
  await addBuckets(outbox, { botId, most })
  let sweptAt = Number.NEGATIVE_INFINITY

  const pace = createChatPace()
  const send = async (notice: ClaimedNotice) => {
    const outcome = await api.call(notice.method, { chat_id: notice.chatId, ...notice.params })
    pace.sent(notice.chatId)
    if (outcome.status === 'too-many') {
      const waitMs = outcome.retryAfter * 1000
      await outbox.writeRaw(refuseStatements({ botId, lane: 'reply', now: now(), most: most.reply, waitMs }))
    }
    await recordNotice(outbox, resultOf(notice, outcome, now()), holder)
  }
  const inTurn = createTurns<number>()
  const pacer = createPacer<ClaimedNotice>({
    log,
    // Two requests at once may arrive the other way round.
    send: (notice) => inTurn(notice.chatId, () => send(notice)),
    intend: async (notices) => {
      const intended = await intendNotices(outbox, notices, { holder, now: now(), leaseMs: usualLeases.sending, botId })
      await releaseNotices(
        outbox,
        notices.filter((notice) => !intended.includes(notice)),
        holder,
      )
      return intended
    },
  })
  const step = async () => {
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now()
      await sweepNotices(outbox, now())
    }
    const isBusy = pacer.aheadMs() > idleMs || pacer.underway() > 20 + most.reply || pacer.waiting() > most.reply
    if (isBusy || !(await hasNotices(outbox, now()))) return idleMs
    const claimed = await claimNotices(outbox, {
      holder,
      now: now(),
      leaseMs: usualLeases.claimed,
      botId,
      most: most.reply,
      busy: pace.busy(),
    })
    pacer.add(claimed.notices, claimed.slots)
    return claimed.notices.length > 0 ? Math.max(0, pacer.aheadMs() - idleMs) : idleMs
  }
  const loop: Loop = startLoop('Sending of notices', step, log)
  return {
    close: async () => {
      await loop.stop()
      // What cannot be given back is free when its lease is over.
      await releaseNotices(outbox, pacer.drop(), holder).catch(ignoreUnwritable)
      await pacer.idle()
    },
  }
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
