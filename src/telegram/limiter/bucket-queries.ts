import type { InStatement, ResultSet } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import {
  aheadMs,
  type Bucket,
  cutTo,
  farthestMs,
  leastShare,
  longestFreezeMs,
  recoverySeconds,
  reserve,
  usedShare,
} from './bucket.ts'

/** `paid` is for broadcasts that the bot's Stars pay for: another limit of Telegram's. */
export type Lane = 'bulk' | 'reply' | 'paid'

/** Messages a second that are paid for. Source: https://core.telegram.org/bots/faq#broadcasting-to-users */
export const paidRate = 1000

/** Messages a second of what is not for many: what broadcasts leave of Telegram's 30 of one bot */
export const replyRate = 4

/** Of one bot */
export interface LaneRates {
  botId: number
  /** Messages a second as configured */
  most: Readonly<Record<Lane, number>>
}

const lanes: readonly Lane[] = ['bulk', 'reply', 'paid']

/** What refusals have left of a rate stays, and is as large a share of another one that is configured. */
export async function addBuckets(db: Db, { botId, most }: LaneRates): Promise<void> {
  const add = `insert into rate_buckets (bot_id, lane, rate, most) values (?1, ?2, ?3, ?3)
    on conflict do update set rate = rate * ?3 / coalesce(most, ?3), most = ?3 where most is not ?3`
  await db.writeRaw(lanes.map((lane) => ({ sql: add, args: [botId, lane, most[lane]] })))
}

interface At {
  botId: number
  lane: Lane
  now: number
}

const frozenAt = (now: string) => `frozen_until > ${now} and frozen_until <= ${now} + ${longestFreezeMs}`
const frozen = frozenAt(':now')

/** SQL that is true while no process has heard that there are too many; with `botId` and `now` */
export const isThawed = `not exists (select 1 from rate_buckets where bot_id = :botId and ${frozen})`

/** ms UTC until when Telegram has told a bot to wait; undefined while it may send */
export async function findFreeze(db: Db, now: number): Promise<number | undefined> {
  const row = await db.readOne(`select max(frozen_until) as until from rate_buckets where ${frozenAt('?1')}`)(now)
  return Number(row?.until ?? 0) || undefined
}

const room = `not (${frozen}) and (tat <= :now + ${aheadMs} or tat > :now + ${farthestMs})`

/** SQL that is true when slots may be reserved now, as `waitOf` has it; with `botId`, `lane` and `now` */
export const hasRoom = `exists (select 1 from rate_buckets where bot_id = :botId and lane = :lane and ${room})`

/** SQL: how many slots the lane has in `seconds` at its rate of now, one at least; with `botId`, `lane` and `most` */
export const slotsWithin = `coalesce((select max(1, cast(min(rate, :most) * :seconds + 0.999 as integer))
  from rate_buckets where bot_id = :botId and lane = :lane), 0)`

/**
 * As `reserve` does, as many slots as the statement before has changed rows: they belong into one batch, so that the rows
 * and their slots are taken together. What the first answers, and that statement's count, are for `readReservation`.
 */
export function reserveStatements({ botId, lane, now, most }: At & { most: number }): InStatement[] {
  return [
    {
      sql: 'select tat, rate, frozen_until from rate_buckets where bot_id = :botId and lane = :lane',
      args: { botId, lane },
    },
    {
      sql: `update rate_buckets set
          tat = max(case when tat > :now + ${farthestMs} then 0.0 else tat end, :now)
            + changes() * 1000.0 / (min(rate, :most) * ${usedShare}),
          rate = min(:most, min(rate, :most) + changes() / min(rate, :most) * :most / ${recoverySeconds}.0)
        where bot_id = :botId and lane = :lane and changes() > 0`,
      args: { botId, lane, now, most },
    },
  ]
}

/** @param before  what the first of `reserveStatements` has answered: the bucket without these slots */
export function readReservation(before: ResultSet | undefined, taken: { now: number; count: number; most: number }) {
  const row = before?.rows[0]
  if (!row) throw new Error('A bot without buckets sends nothing: addBuckets comes first')
  return reserve(bucketOf(row), taken)
}

/** As `refuse` does: all lanes are frozen, the one that was refused is slower afterwards. */
export function refuseStatements({
  botId,
  lane,
  now,
  most,
  waitMs,
}: At & { most: number; waitMs: number }): InStatement[] {
  const until = now + Math.min(waitMs, longestFreezeMs)
  return [
    {
      sql: `update rate_buckets set rate = max(:most * ${leastShare}, rate * ${cutTo})
        where bot_id = :botId and lane = :lane and not (${frozen})`,
      args: { botId, lane, now, most },
    },
    {
      sql: `update rate_buckets set frozen_until = case when ${frozen} then max(frozen_until, :until) else :until end
        where bot_id = :botId`,
      args: { botId, now, until },
    },
  ]
}

/** @returns ms until a single message may leave, counted from `now`; undefined while there is no room, or no sender has ever run */
export async function takeReplySlot(db: Db, { botId, now }: Pick<At, 'botId' | 'now'>): Promise<number | undefined> {
  const lane = 'reply'
  const [taken, before] = await db.writeRaw([
    {
      sql: `update rate_buckets set most = most where bot_id = :botId and lane = :lane and ${hasRoom}`,
      args: { botId, lane, now },
    },
    ...reserveStatements({ botId, lane, now, most: replyRate }),
  ])
  if (!taken?.rowsAffected) return undefined
  return readReservation(before, { now, count: 1, most: replyRate }).slots.from - now
}

function bucketOf({ tat, rate, frozen_until }: Record<string, unknown>): Bucket {
  return { tat: Number(tat), rate: Number(rate), frozenUntil: Number(frozen_until) }
}
