import type { InStatement, ResultSet } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import {
  aheadMs,
  type Bucket,
  maxFreezeMs,
  maxReservationMs,
  minShare,
  recoverySeconds,
  refusalFactor,
  reserve,
  usedShare,
} from './bucket.ts'

/** Kinds of messages with a rate limit of their own. `paid`: broadcasts paid with the bot's Stars */
export type Lane = 'bulk' | 'reply' | 'paid'

/** Paid messages per second, Telegram's limit. Source: https://core.telegram.org/bots/faq#broadcasting-to-users */
export const paidRate = 1000

/** Single messages per second: what broadcasts leave of Telegram's limit of 30 for one bot */
export const replyRate = 4

/** Configured rates of one bot, by lane */
export interface LaneRates {
  botId: number
  /** Max messages per second */
  most: Readonly<Record<Lane, number>>
}

const lanes: readonly Lane[] = ['bulk', 'reply', 'paid']

/**
 * Creates the rate buckets of a bot. After a change of the configured rate, the current rate keeps its share of the
 * configured one.
 */
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

const frozenAt = (now: string) => `frozen_until > ${now} and frozen_until <= ${now} + ${maxFreezeMs}`
const frozen = frozenAt(':now')

/** SQL that is true while Telegram does not make this bot wait; with the parameters `botId` and `now` */
export const isThawed = `not exists (select 1 from rate_buckets where bot_id = :botId and ${frozen})`

/** Returns the time until which Telegram makes a bot wait, ms UTC; undefined while the bot may send. */
export async function findFreeze(db: Db, now: number): Promise<number | undefined> {
  const row = await db.readOne(`select max(frozen_until) as until from rate_buckets where ${frozenAt('?1')}`)(now)
  return Number(row?.until ?? 0) || undefined
}

const room = `not (${frozen}) and (tat <= :now + ${aheadMs} or tat > :now + ${maxReservationMs})`

/** SQL that is true when slots may be reserved now; with `botId`, `lane` and `now` */
export const hasRoom = `exists (select 1 from rate_buckets where bot_id = :botId and lane = :lane and ${room})`

/**
 * SQL for the number of slots that the lane has in `seconds` at its current rate, at least one; with the parameters
 * `botId`, `lane`, `most` and `seconds`
 */
export const slotsWithin = `coalesce((select max(1, cast(min(rate, :most) * :seconds + 0.999 as integer))
  from rate_buckets where bot_id = :botId and lane = :lane), 0)`

/**
 * Returns statements that, like `reserve`, reserve as many slots as the previous statement changed rows. Both belong in
 * one batch, so that rows and slots are taken together. `readReservation` needs the first result, and the row count of
 * the previous statement.
 */
export function reserveStatements({ botId, lane, now, most }: At & { most: number }): InStatement[] {
  return [
    {
      sql: 'select tat, rate, frozen_until from rate_buckets where bot_id = :botId and lane = :lane',
      args: { botId, lane },
    },
    {
      sql: `update rate_buckets set
          tat = max(case when tat > :now + ${maxReservationMs} then 0.0 else tat end, :now)
            + changes() * 1000.0 / (min(rate, :most) * ${usedShare}),
          rate = min(:most, min(rate, :most) + changes() / min(rate, :most) * :most / ${recoverySeconds}.0)
        where bot_id = :botId and lane = :lane and changes() > 0`,
      args: { botId, lane, now, most },
    },
  ]
}

/** Reads the reserved slots. @param before  first result of `reserveStatements`: the bucket without these slots */
export function readReservation(before: ResultSet | undefined, taken: { now: number; count: number; most: number }) {
  const row = before?.rows[0]
  if (!row) throw new Error('The bot has no rate buckets: call addBuckets first')
  return reserve(bucketOf(row), taken)
}

/**
 * Freezes all lanes, and slows down the one that was refused: once per freeze, because refusals of requests that were
 * already in flight are no news.
 */
export function refuseStatements({
  botId,
  lane,
  now,
  most,
  waitMs,
}: At & { most: number; waitMs: number }): InStatement[] {
  const until = now + Math.min(waitMs, maxFreezeMs)
  return [
    {
      sql: `update rate_buckets set rate = max(:most * ${minShare}, rate * ${refusalFactor})
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

/**
 * Reserves a slot for a single message.
 * @returns ms from `now` until the message may be sent; undefined if no slot is free, or no sender has ever run
 */
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
