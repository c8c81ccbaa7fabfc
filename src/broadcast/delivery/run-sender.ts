import type { Db } from '../../db/client.ts'
import { newHolder } from '../../jobs/holder.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import { type Leases, usualLeases } from '../../telegram/api/leases.ts'
import { addBuckets, type LaneRates } from '../../telegram/limiter/bucket-queries.ts'
import { readAudience } from '../audience/audience.ts'
import { readContent } from '../content.ts'
import { followTrial } from '../variants/follow-trial.ts'
import { textsOf } from '../variants/variants.ts'
import { type BroadcastWork, beginScheduled, findPlan, finish, hasDue, listWork } from './broadcast-work-queries.ts'
import { dropCancelled } from './drop-queries.ts'
import { fillSlice } from './fill-queries.ts'
import { createSending } from './sending.ts'
import { createSweeper } from './sweep-queries.ts'

export interface SenderOptions {
  /** `app.db` */
  db: Db
  /** `app.db` again, with full durability: what is about to be sent has to be on the disk */
  outbox: Db
  api: BotApi
  most: LaneRates['most']
  log: Pick<Logger, 'error' | 'warn'>
  now?: (() => number) | undefined
  /** ms of a clock that nobody sets */
  steady?: (() => number) | undefined
  leases?: Leases | undefined
}

export interface Sender {
  /** Claims nothing more, waits for what is under way, and gives back what has not begun. */
  close(): Promise<void>
}

/** ms between two looks at what others may have left */
const sweepMs = 1000
/** ms: another process that waits for the file asks again within less */
const longestRestMs = 40
/** ms between two looks for work, while there is none */
const idleMs = 200
/** ms between slices: others may write for as long as one has taken. */
const restAfter = (begun: number) => Math.min(longestRestMs, performance.now() - begun)
/** ms, of an audience's: two processes that fill leave half of the file's time to what has come of sends. */
const restAfterFilling = (begun: number) => Math.min(1000, 3 * (performance.now() - begun))

/** Sends broadcasts, beside other processes that do: they share rows and rate in the database alone. */
export async function runSender(options: SenderOptions): Promise<Sender> {
  const { db, outbox, api, most, log, now = Date.now, steady = () => performance.now(), leases = usualLeases } = options
  await addBuckets(db, { botId: api.botId, most })
  const holder = newHolder()
  const sending = createSending({ outbox, api, most, leases, holder, log, now, steady })
  const sweeper = createSweeper(db, leases)
  let turn = 0
  let sweptAt = Number.NEGATIVE_INFINITY

  const takeOne = async (running: readonly BroadcastWork[]): Promise<boolean> => {
    for (let tried = 0; tried < running.length; tried++) {
      const work = running[turn++ % running.length]
      if (!work) continue
      if (!(await hasDue(db, work.id, now()))) {
        if (await followTrial(db, work, now())) return true
        await finish(db, work.id, now())
      } else return (await sending.take(work)) > 0
    }
    return false
  }
  const clean = async () => {
    if (performance.now() - sweptAt < sweepMs) return false
    const isMore = await dropCancelled(db, now())
    if (!isMore) sweptAt = performance.now()
    await sweeper.run(now(), sending.isBehind() ? holder : undefined)
    return isMore
  }
  const step = async () => {
    const begun = performance.now()
    const isMore = await clean()
    const work = await listWork(db, now())
    const running = work.filter(({ state }) => state === 'running')
    const hasTaken = await takeOne(running)
    if (isMore) return restAfter(begun)
    if (hasTaken) return Math.min(sending.waitMs(), 100)
    return running.length > 0 ? Math.max(20, Math.min(idleMs, sending.waitMs())) : idleMs
  }
  /** Beside the other: slices of millions keep no message waiting for its turn. */
  const fill = async () => {
    const begun = performance.now()
    let isMore = false
    for (const work of await listWork(db, now())) {
      if (work.state === 'scheduled') await beginScheduled(db, work.id, now())
      isMore = work.state === 'scheduled' || (work.isFilling && (await fillNext(db, work, now()))) || isMore
    }
    return isMore ? restAfterFilling(begun) : idleMs
  }
  const loops = [startLoop('The sender', step, log), startLoop('Audiences', fill, log)]
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await sending.close()
    },
  }
}

/** The next slice of its audience, as it was frozen when it began. @returns whether there is more of it */
async function fillNext(db: Db, { id }: BroadcastWork, now: number): Promise<boolean> {
  const row = await findPlan(db, id)
  if (!row) return false
  const { startedAt, audienceUntil, trialPercent: percent } = row
  const trial = percent === null ? undefined : { variants: textsOf(readContent(row.content)).length, percent }
  const begun = { startedAt: startedAt ?? now, until: audienceUntil ?? startedAt ?? now }
  const filled = await fillSlice(db, { id, audience: readAudience(row.audience), ...begun, trial, now })
  return filled === 'more'
}
