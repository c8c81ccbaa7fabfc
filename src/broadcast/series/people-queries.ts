import { sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { broadcasts, series } from '../../db/schema/broadcasts.ts'
import type { SeriesHooks } from '../../telegram/bot/bot-deps.ts'
import { noDueTime } from '../delivery/claim-queries.ts'
import { isQuiet } from '../delivery/quiet-queries.ts'

/** People moved per write. Interactive writes may have to wait for this write: 8 ms when a million people are due */
const slicePeople = 50
/** People deleted per write of a removed series, which nothing else uses any longer */
const removedPeople = 2000

const minuteMs = 60_000

/**
 * Enters a person who sends `/start` into each series with this trigger; the person then waits for the first step. A
 * person enters a series once, however often they send `/start`.
 */
export function enterByStart(db: Db, { chatId, now }: { chatId: number; now: number }): BatchStatement {
  return enter(db, { chatId, now, by: sql`trigger = 'start'` })
}

/** Enters a person who clicks a button of a broadcast that they received. Recipients of a test message do not enter. */
export function enterByClick(
  db: Db,
  { chatId, now, broadcastId, button }: { chatId: number; now: number; broadcastId: string; button: number },
): BatchStatement {
  const by = sql`trigger = 'click' and clicked_broadcast = ${broadcastId} and coalesce(clicked_button, ${button}) = ${button}
    and exists (select 1 from deliveries where broadcast_id = ${broadcastId} and chat_id = ${chatId})`
  return enter(db, { chatId, now, by })
}

function enter(db: Db, { chatId, now, by }: { chatId: number; now: number; by: ReturnType<typeof sql> }) {
  return db.orm.run(sql`
    insert or ignore into series_people (series_id, chat_id, due_at, at)
    select series.id, ${chatId}, ${now} + first.delay_minutes * ${minuteMs}, ${now}
    from series join broadcasts as first on first.series_id = series.id and first.series_position = 0
    where series.state = 'running' and ${by}`)
}

/** Removes a person from all series, because the person has answered or unsubscribed. */
export function leaveSeries(db: Db, { chatId, now }: { chatId: number; now: number }): BatchStatement {
  return db.orm.run(
    sql`update series_people set state = 'left', at = ${now} where chat_id = ${chatId} and state = 'waiting'`,
  )
}

export interface DueStep {
  seriesId: string
  position: number
  stepId: string
}

/** Lists steps for which people are due, of running series outside their quiet hours. */
export async function listDueSteps(db: Pick<Db, 'orm'>, now: number): Promise<DueStep[]> {
  const { id: stepId, seriesPosition: position } = broadcasts
  const isDue = sql`exists (select 1 from series_people where series_people.series_id = ${series.id}
    and series_people.position = ${position} and series_people.state = 'waiting' and due_at <= ${now})`
  const rows = await db.orm
    .select({ seriesId: series.id, position, stepId })
    .from(series)
    .innerJoin(broadcasts, sql`${broadcasts.seriesId} = ${series.id} and ${broadcasts.seriesId} is not null`)
    .where(sql`${series.state} = 'running' and ${broadcasts.state} = 'running' and not ${isQuiet(now)} and ${isDue}`)
  return rows.map((row) => ({ ...row, position: row.position ?? 0 }))
}

/** SQL: the next people due for a step, subscribed or not: a filter by subscription could scan all of them. */
const due = `(select chat_id from series_people where series_id = :series and position = :position and state = 'waiting'
  and due_at <= :now order by due_at, chat_id limit ${slicePeople})`
const runs = `exists (select 1 from series join broadcasts on broadcasts.series_id = series.id
  where series.id = :series and broadcasts.id = :step and series.state = 'running' and broadcasts.state = 'running')`
/** SQL: active subscribers among these people: the same rows in each statement after the one that removes the others */
const next = `(select due.chat_id, locale, name from ${due} as due
  join subscribers on subscribers.chat_id = due.chat_id and subscribers.state = 'active')`

/**
 * Creates deliveries for people who are due for a step, and moves these people to the next step, in one write: an
 * interruption never repeats or skips a step. Unsubscribed people leave the series. @returns whether there may be more
 */
export async function movePeople(db: Db, { seriesId, position, stepId }: DueStep, now: number): Promise<boolean> {
  const args = { series: seriesId, position, step: stepId, now }
  const results = await db.writeRaw(
    [
      {
        sql: `update series_people set state = 'left', at = :now where series_id = :series and chat_id in (
            select chat_id from ${due} as due where not exists (select 1 from subscribers
              where subscribers.chat_id = due.chat_id and subscribers.state = 'active'))
          and ${runs}`,
        args,
      },
      {
        sql: `insert or ignore into deliveries (broadcast_id, chat_id, locale, name, due_at, at)
          select :step, chat_id, locale, name, ${noDueTime}, :now from ${next} where ${runs}`,
        args,
      },
      {
        sql: 'update broadcasts set total = total + changes() where id = :step and changes() > 0',
        args: { step: stepId },
      },
      {
        sql: `update series_people set position = :position + 1, at = :now,
            state = iif(following.delay is null, 'done', 'waiting'),
            due_at = :now + coalesce(following.delay, 0) * ${minuteMs}
          from ${next} as moved, (select (select delay_minutes from broadcasts
            where series_id = :series and series_position = :position + 1) as delay) as following
          where series_id = :series and series_people.chat_id = moved.chat_id and ${runs}`,
        args,
      },
    ],
    { lane: 'bulk' },
  )
  return [results[0], results[3]].some((result) => (result?.rowsAffected ?? 0) > 0)
}

export interface PlaceCount {
  state: 'waiting' | 'done' | 'left'
  position: number
  count: number
}

export async function countPeople(db: Pick<Db, 'orm'>, seriesId: string): Promise<PlaceCount[]> {
  return db.orm.all<PlaceCount>(
    sql`select state, position, count from series_places where series_id = ${seriesId} and count > 0`,
  )
}

export async function countAllPeople(db: Pick<Db, 'orm'>): Promise<(PlaceCount & { seriesId: string })[]> {
  return db.orm.all(sql`select series_id as seriesId, state, position, count from series_places where count > 0`)
}

/** Deletes a slice of people of a removed series; at last the series, whose steps stay as canceled broadcasts. */
export async function trimRemoved(db: Db): Promise<boolean> {
  const [removed] = await db.readAll(`select id from series where state = 'removed' limit 1`)()
  if (!removed) return false
  const args = { id: String(removed[0]) }
  const isEmpty = 'not exists (select 1 from series_people where series_id = :id)'
  await db.writeRaw(
    [
      {
        sql: `delete from series_people where series_id = :id and chat_id in
          (select chat_id from series_people where series_id = :id limit ${removedPeople})`,
        args,
      },
      {
        sql: `update broadcasts set series_id = null, series_position = null, delay_minutes = null
          where series_id = :id and ${isEmpty}`,
        args,
      },
      { sql: `delete from series where id = :id and state = 'removed' and ${isEmpty}`, args },
    ],
    { lane: 'bulk' },
  )
  return true
}

export function createSeriesHooks(db: Db): SeriesHooks {
  return {
    enter: (person) => enterByStart(db, person),
    leave: (person) => leaveSeries(db, person),
  }
}
