import { type SQL, sql } from 'drizzle-orm'
import { broadcasts } from '../../db/schema/broadcasts.ts'
import { moscowMs } from '../../i18n/moscow-time.ts'

const dayMs = 24 * 3600_000

/** Returns the minute of the day in Moscow */
const minuteAt = (now: number) => Math.floor(((now + moscowMs) % dayMs) / 60_000)

export function isQuietAt({ quietFrom, quietTo }: { quietFrom: number | null; quietTo: number | null }, now: number) {
  if (quietFrom === null || quietTo === null) return false
  const minute = minuteAt(now)
  if (quietFrom <= quietTo) return minute >= quietFrom && minute < quietTo
  return minute >= quietFrom || minute < quietTo
}

/**
 * SQL that is true during a broadcast's quiet hours: from the first minute (included) to the last (excluded), past
 * midnight if the last is earlier in the day.
 */
export function isQuiet(now: number): SQL {
  const { quietFrom: from, quietTo: to } = broadcasts
  const minute = minuteAt(now)
  return sql`(${from} is not null and ${to} is not null and case when ${from} <= ${to}
    then ${minute} >= ${from} and ${minute} < ${to} else ${minute} >= ${from} or ${minute} < ${to} end)`
}
