import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { type Lane, type LaneRates, refuseStatements } from '../../telegram/limiter/bucket-queries.ts'
import { createPacer, type Pacer } from '../../telegram/limiter/pacer.ts'
import type { BroadcastWork } from './broadcast-work-queries.ts'
import { type Claim, claim, intend, type Leases, release } from './claim-queries.ts'
import { createFailureShare } from './failure-share.ts'
import { createPlans, type MessagePlan, requestFor } from './message-plan.ts'
import { type Consequence, changeOf } from './outcome-change.ts'
import { pauseRunning } from './result-queries.ts'
import { createResultWriter } from './result-writer.ts'

export interface SendingOptions {
  /** `app.db` with full durability */
  outbox: Db
  api: BotApi
  most: LaneRates['most']
  leases: Leases
  holder: string
  log: Pick<Logger, 'error' | 'warn'>
  now(): number
}

/** Claims rows, sends them in their slots, and writes what has come of it. */
export interface Sending {
  /** Takes what may be sent in the next moments. @returns how many; nothing while enough is under way */
  take(work: BroadcastWork): Promise<number>
  /** ms until there is use in taking more */
  waitMs(): number
  /** Gives back what has not begun; settles when what has is written. */
  close(): Promise<void>
}

/** Seconds of a lane's rate in one claim */
const claimSeconds = 0.4
/** ms of sending ahead for which no more is taken */
const aheadMs = 250
/** Results that wait for the disk, and no more is sent */
const mostUnwritten = 2000
const longestBackOffMs = 30_000

export function createSending(options: SendingOptions): Sending {
  const { outbox, api, most, leases, holder, log, now } = options
  const { botId } = api
  const plans = createPlans(outbox)
  const writer = createResultWriter({ db: outbox, holder, now, log })
  const failures = createFailureShare()
  const policies = new Map<string, BroadcastWork['onUnknown']>()
  const rates: Record<Lane, number> = { ...most }
  let brokenTimes = 0
  let brokenUntil = 0

  const giveBack = (rows: readonly Claim[]) => (rows.length > 0 ? release(outbox, rows, holder) : undefined)
  const dropAll = async () => {
    for (const pacer of Object.values(pacers)) await giveBack(pacer.drop())
  }
  const pause = async (row: Claim | 'all', reason: string, error: string) => {
    const which = row === 'all' ? row : { id: row.broadcastId, revision: row.revision }
    if (!(await pauseRunning(outbox, which, { reason, error, now: now() }))) return
    log.warn('A broadcast is paused', { id: row === 'all' ? row : row.broadcastId, reason, error })
  }
  const follow = async (row: Claim, consequence: Consequence) => {
    if (consequence.kind !== 'back-off') brokenTimes = 0
    switch (consequence.kind) {
      case 'none':
        return
      case 'freeze': {
        const { waitMs } = consequence
        await outbox.writeRaw(refuseStatements({ botId, lane: row.lane, now: now(), most: most[row.lane], waitMs }))
        return dropAll()
      }
      case 'back-off':
        brokenUntil = performance.now() + Math.min(longestBackOffMs, 500 * 2 ** brokenTimes++)
        return dropAll()
      case 'pause':
        return pause(row, consequence.reason, consequence.error)
      case 'revoked':
        return pause('all', 'revoked', consequence.error)
    }
  }
  const send = async (row: Claim) => {
    const plan = await plans.of(row.broadcastId, row.revision)
    const request = plan && requestFor(plan, row)
    const outcome = request ? await api.call(request.method, request.params) : withoutRequest(plan)
    const onUnknown = policies.get(row.broadcastId) ?? 'hold'
    const { change, consequence } = changeOf(row, outcome, { onUnknown, now: now() })
    writer.add({ ...change, hasNext: row.part + 1 < (plan?.parts ?? 1) })
    await follow(row, consequence)
    const isBad = outcome.status === 'unknown' || (outcome.status === 'refused' && outcome.kind === 'other')
    if (failures.note(row.broadcastId, isBad)) await pause(row, 'errors', change.error ?? '')
  }
  const intendAll = async (rows: readonly Claim[]) => {
    const intended: Claim[] = []
    for (const own of Map.groupBy(rows, ({ broadcastId, revision }) => `${broadcastId} ${revision}`).values()) {
      intended.push(...(await intend(outbox, own, { holder, now: now(), leaseMs: leases.sending, botId })))
    }
    await giveBack(rows.filter((row) => !intended.includes(row)))
    return intended
  }
  const newPacer = (): Pacer<Claim> => createPacer({ intend: intendAll, send, log })
  const pacers = { bulk: newPacer(), paid: newPacer() }

  return {
    take: async ({ id, revision, isPaid, onUnknown }) => {
      const lane = isPaid ? 'paid' : 'bulk'
      const pacer = pacers[lane]
      const isBusy =
        pacer.aheadMs() > aheadMs || pacer.underway() > 50 + 2 * most[lane] || writer.size() > mostUnwritten
      if (isBusy || performance.now() < brokenUntil) return 0
      policies.delete(id)
      policies.set(id, onUnknown)
      const [oldest] = policies.keys()
      if (policies.size > 100 && oldest !== undefined) policies.delete(oldest)
      if (!(await plans.of(id, revision).catch(() => undefined))) return 0
      const { rows, slots, rate } = await claim(outbox, {
        broadcast: { id, revision, lane },
        holder,
        now: now(),
        leaseMs: leases.claimed,
        limit: Math.ceil(rates[lane] * claimSeconds),
        botId,
        most: most[lane],
      })
      rates[lane] = rate
      pacer.add(rows, slots)
      return rows.length
    },
    waitMs: () => {
      const ahead = Math.min(...Object.values(pacers).map((pacer) => pacer.aheadMs()))
      return Math.max(0, ahead - aheadMs, Math.min(1000, brokenUntil - performance.now()))
    },
    close: async () => {
      await dropAll()
      await Promise.all(Object.values(pacers).map((pacer) => pacer.idle()))
      await writer.flush()
    },
  }
}

/** Edited since the row was made. Without a plan it was just now: the row is claimed again, as the new one has it. */
function withoutRequest(plan: MessagePlan | undefined): ApiOutcome {
  if (!plan) return { status: 'unsent', error: 'It has been edited' }
  // A part that the message has no more: all of it stands in the chat.
  return { status: 'sent', result: [] }
}
