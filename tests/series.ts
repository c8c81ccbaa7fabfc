import type { Db } from '../src/db/client.ts'

export interface TestSeries {
  id: string
  /** IDs of the steps, in order */
  steps: string[]
}

export interface SeriesOptions {
  delays: readonly number[]
  state?: string
  clickedBroadcast?: string
  quiet?: readonly [from: number, to: number]
}

/**
 * Adds a series whose steps have these delays, minutes. `/start` triggers the series, or clicks on a broadcast when one
 * is named.
 */
export async function addSeries(db: Db, options: SeriesOptions): Promise<TestSeries> {
  const { delays, state = 'running', clickedBroadcast = null, quiet = [null, null] } = options
  const id = crypto.randomUUID()
  const steps = delays.map(() => crypto.randomUUID())
  const trigger = clickedBroadcast === null ? 'start' : 'click'
  await db.writeRaw([
    {
      sql: `insert into series (id, name, state, trigger, clicked_broadcast, quiet_from, quiet_to, created_at, updated_at)
        values (?, 'A series', ?, ?, ?, ?, ?, 0, 0)`,
      args: [id, state, trigger, clickedBroadcast, ...quiet],
    },
    ...steps.map((step, position) => ({
      sql: `insert into broadcasts (id, name, state, content, audience, series_id, series_position, delay_minutes,
          quiet_from, quiet_to, is_snapshot_whole, started_at, created_at, updated_at)
        values (?, 'A step', ?, ?, '{}', ?, ?, ?, ?, ?, 1, 0, 0, 0)`,
      args: [
        step,
        state === 'running' ? 'running' : state === 'draft' ? 'draft' : 'paused',
        JSON.stringify({ text: { ru: `Шаг ${position + 1}`, en: `Step ${position + 1}` } }),
        id,
        position,
        delays[position] ?? 0,
        ...quiet,
      ],
    })),
  ])
  return { id, steps }
}
