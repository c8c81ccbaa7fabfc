import type { Db } from '../../db/client.ts'
import type { Recurring } from '../../jobs/jobs.ts'
import { newLeaseOwner } from '../../jobs/lease-owner.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import { type Leases, usualLeases } from '../../telegram/api/leases.ts'
import { addBuckets, type LaneRates } from '../../telegram/limiter/bucket-queries.ts'
import { readAudience } from '../audience/audience.ts'
import { readContent } from '../content.ts'
import { advanceAbTest } from '../variants/advance-ab-test.ts'
import { textsOf } from '../variants.ts'
import {
  type BroadcastWork,
  findPlan,
  finishIfDone,
  hasDue,
  listWork,
  startScheduled,
} from './broadcast-work-queries.ts'
import { dropCancelled } from './cleanup-queries.ts'
import { fillSlice } from './fill-queries.ts'
import { createSending } from './sending.ts'
import { createSweeper } from './sweep-queries.ts'

export interface SenderOptions {
  /** Database `app.db` */
  db: Db
  /** The same `app.db`, opened with full durability: send intents must be on the disk before sending */
  outbox: Db
  api: BotApi
  most: LaneRates['most']
  log: Pick<Logger, 'error' | 'warn'>
  now?: (() => number) | undefined
  /** Returns the time of a monotonic clock, ms */
  steady?: (() => number) | undefined
  leases?: Leases | undefined
}

export interface Sender {
  /** Stops claiming, waits for messages in flight, and releases rows that were not sent. */
  close(): Promise<void>
}

/** Interval of cleaning up after other processes, ms */
const sweepMs = 1000
/** Max pause between slices, ms: longer than the retry interval of another process that waits for the file */
const maxRestMs = 40
export const sendLoop: Recurring = { role: 'sender', every: 200, name: 'broadcast-send' }
export const fillLoop: Recurring = { role: 'sender', every: 200, name: 'audience-fill' }
const idleMs = sendLoop.every
/** ms between slices: other processes may write for as long as one slice took. */
const restAfter = (begun: number) => Math.min(maxRestMs, performance.now() - begun)
/** Pause between slices of an audience, ms: two filling processes leave half of the file's time to result writes. */
const restAfterFilling = (begun: number) => Math.min(1000, 3 * (performance.now() - begun))

/** Sends broadcasts, beside other processes: these share rows and rate only through the database. */
export async function runSender(options: SenderOptions): Promise<Sender> {
  const { db, outbox, api, most, log, now = Date.now, steady = () => performance.now(), leases = usualLeases } = options
  await addBuckets(db, { botId: api.botId, most })
  const leaseOwner = newLeaseOwner()
  const sending = createSending({ outbox, api, most, leases, leaseOwner, log, now, steady })
  const sweeper = createSweeper(db, leases)
  let turn = 0
  let sweptAt = Number.NEGATIVE_INFINITY

  const claimNext = async (running: readonly BroadcastWork[]): Promise<boolean> => {
    for (let tried = 0; tried < running.length; tried++) {
      const work = running[turn++ % running.length]
      if (!work) continue
      if (!(await hasDue(db, work.id, now()))) {
        if (await advanceAbTest(db, work, now())) return true
        await finishIfDone(db, work.id, now())
      } else return (await sending.claimMore(work)) > 0
    }
    return false
  }
  const clean = async () => {
    if (performance.now() - sweptAt < sweepMs) return false
    const isMore = await dropCancelled(db, now())
    if (!isMore) sweptAt = performance.now()
    await sweeper.run(now(), sending.isBehind() ? leaseOwner : undefined)
    return isMore
  }
  const step = async () => {
    const begun = performance.now()
    const isMore = await clean()
    const work = await listWork(db, now())
    const running = work.filter(({ state }) => state === 'running')
    const hasTaken = await claimNext(running)
    if (isMore) return restAfter(begun)
    if (hasTaken) return Math.min(sending.waitMs(), 100)
    return running.length > 0 ? Math.max(20, Math.min(idleMs, sending.waitMs())) : idleMs
  }
  /** Fills audiences in a separate loop: filling an audience of millions delays no message. */
  const fill = async () => {
    const begun = performance.now()
    let isMore = false
    for (const work of await listWork(db, now())) {
      if (work.state === 'scheduled') await startScheduled(db, work.id, now())
      isMore = work.state === 'scheduled' || (work.isFilling && (await fillNext(db, work, now()))) || isMore
    }
    return isMore ? restAfterFilling(begun) : fillLoop.every
  }
  const loops = [startLoop(sendLoop, step, log), startLoop(fillLoop, fill, log)]
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await sending.close()
    },
  }
}

/** Writes the next slice of an audience, as it was when the broadcast began. @returns whether recipients are left */
async function fillNext(db: Db, { id }: BroadcastWork, now: number): Promise<boolean> {
  const row = await findPlan(db, id)
  if (!row) return false
  const { startedAt, audienceUntil, trialPercent: percent } = row
  const abTest = percent === null ? undefined : { variants: textsOf(readContent(row.content)).length, percent }
  const begun = { startedAt: startedAt ?? now, until: audienceUntil ?? startedAt ?? now }
  const filled = await fillSlice(db, { id, audience: readAudience(row.audience), ...begun, abTest, now })
  return filled === 'more'
}
