import type { Db } from '../../db/client.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import type { Leases } from '../../telegram/api/leases.ts'
import type { LaneRates } from '../../telegram/limiter/bucket-queries.ts'
import { createPacer, type Pacer } from '../../telegram/limiter/pacer.ts'
import type { BroadcastWork } from './broadcast-work-queries.ts'
import { type Claim, claim, recordIntents, release } from './claim-queries.ts'
import { createPlans } from './message-plan.ts'
import { createResultWriter } from './result-writer.ts'
import { createRowSender } from './send-row.ts'

export interface SendingOptions {
  /** Database `app.db`, opened with full durability */
  outbox: Db
  api: BotApi
  most: LaneRates['most']
  leases: Leases
  leaseOwner: string
  log: Pick<Logger, 'error' | 'warn'>
  now(): number
  /** Returns the time of a monotonic clock, ms */
  steady(): number
}

export interface Sending {
  /** Claims rows to send in the next moments. @returns the number of rows; 0 while enough are in flight */
  claimMore(work: BroadcastWork): Promise<number>
  /** Returns the time until claiming more rows makes sense, ms. */
  waitMs(): number
  isBehind(): boolean
  /** Releases rows not yet started; resolves when the results of started rows are written or have been given up. */
  close(): Promise<void>
}

/** Max rows per claim, in seconds of the lane's rate: a row that waits longer for its slot loses its lease */
const claimSeconds = 0.4
/** Time ahead, ms: claiming pauses while sends are scheduled further ahead */
const aheadMs = 250
/** Max overdue rows, in seconds of the lane's rate. Rows are overdue while results cannot be written. */
const waitingSeconds = 1
/** Max unwritten results before sending pauses, in seconds of the lane's rate. A killed process leaves them unknown. */
const unwrittenSeconds = 0.05
/** Time that a stop waits for an unreachable database, ms */
const patienceMs = 5000

export function createSending(options: SendingOptions): Sending {
  const { outbox, api, most, leases, leaseOwner, log, now, steady } = options
  const { botId } = api
  const plans = createPlans(outbox)
  const writer = createResultWriter({ db: outbox, leaseOwner, now, log })
  const intents = createIntents(options)

  /**
   * Rows that cannot be released now can be claimed again when their lease expires; those with written intents are sent
   * nevertheless.
   */
  const releaseRows = async (rows: readonly Claim[]) => {
    if (rows.length > 0) await release(outbox, rows, leaseOwner).catch(ignoreUnwritable)
  }
  const dropAll = async () => {
    for (const pacer of Object.values(pacers)) await releaseRows(pacer.drop())
  }
  const rowSender = createRowSender({ outbox, api, most, leases, plans, writer, log, now, steady, dropAll })
  const intendOrRelease = async (lane: 'bulk' | 'paid', rows: readonly Claim[]) => {
    await writer.room(lane, Math.max(2, most[lane] * unwrittenSeconds))
    const intended = await intents.write(rows)
    await releaseRows(rows.filter((row) => !intended.includes(row)))
    return intended
  }
  const send = (row: Claim) => rowSender.send(row, intents.at(row))
  const newPacer = (lane: 'bulk' | 'paid'): Pacer<Claim> =>
    createPacer({ intend: (rows) => intendOrRelease(lane, rows), send, log })
  const pacers = { bulk: newPacer('bulk'), paid: newPacer('paid') }

  return {
    claimMore: async ({ id, revision, isPaid, onUnknown }) => {
      const lane = isPaid ? 'paid' : 'bulk'
      const pacer = pacers[lane]
      const isBusy = pacer.aheadMs() > aheadMs || pacer.underway() > 50 + 2 * most[lane]
      const isStuck = pacer.waiting() >= Math.max(1, most[lane] * waitingSeconds)
      if (isBusy || isStuck || steady() < rowSender.brokenUntil()) return 0
      if (!(await plans.of(id, revision).catch(() => undefined))) return 0
      const { rows, slots } = await claim(outbox, {
        broadcast: { id, revision, lane, onUnknown },
        leaseOwner,
        now: now(),
        leaseMs: leases.claimed,
        seconds: claimSeconds,
        botId,
        most: most[lane],
      })
      pacer.add(rows, slots)
      return rows.length
    },
    waitMs: () => {
      const ahead = Math.min(...Object.values(pacers).map((pacer) => pacer.aheadMs()))
      return Math.max(0, ahead - aheadMs, Math.min(1000, rowSender.brokenUntil() - steady()))
    },
    isBehind: () => writer.size() > 0,
    close: async () => {
      writer.giveUpAfter(patienceMs)
      await dropAll()
      await Promise.all(Object.values(pacers).map((pacer) => pacer.idle()))
      await writer.flush()
    },
  }
}

/** Writes send intents to the disk before their messages are sent. */
function createIntents({ outbox, api: { botId }, leases, leaseOwner, now }: SendingOptions) {
  const writtenAt = new WeakMap<Claim, number>()
  return {
    /** Writes the intents of rows. @returns the rows whose intents are written */
    write: async (rows: readonly Claim[]): Promise<Claim[]> => {
      const intended: Claim[] = []
      for (const own of Map.groupBy(rows, ({ broadcastId, revision }) => `${broadcastId} ${revision}`).values()) {
        const at = performance.now()
        const intent = recordIntents(outbox, own, { leaseOwner, now: now(), leaseMs: leases.sending, botId })
        const written = await intent.catch(nothingWritten)
        for (const row of written) writtenAt.set(row, at)
        intended.push(...written)
      }
      return intended
    },
    /** Time of an intent, ms by `performance.now()`, measured before the intent was written */
    at: (row: Claim) => writtenAt.get(row) ?? Number.NEGATIVE_INFINITY,
  }
}

/** Returns no rows if the database could not be written, which it logs itself. @throws any other error */
function nothingWritten(error: unknown): Claim[] {
  ignoreUnwritable(error)
  return []
}
