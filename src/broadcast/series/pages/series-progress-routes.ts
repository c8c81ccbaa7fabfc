import { Hono } from 'hono'
import type { AuthEnv } from '../../../auth/middleware.ts'
import type { WatchEvent } from '../../../http/watch-stream.ts'
import { paths } from '../../../paths.ts'
import { changeBetween as stepChange } from '../../detail/progress-routes.ts'
import { countPeople } from '../people-queries.ts'
import { findSeries } from '../series-queries.ts'
import { listSteps } from '../step-queries.ts'
import type { SeriesDeps } from './series-deps.ts'
import { requireSeries } from './series-page-routes.tsx'
import type { SeriesProgressView } from './series-progress-region.tsx'

export function seriesProgressRoutes({ watching, ...deps }: SeriesDeps) {
  const { db, guards } = deps
  const look = async (id: string): Promise<SeriesProgressView | undefined> => {
    const row = await findSeries(db, id)
    return row && { row, steps: await listSteps(db, id), people: await countPeople(db, id) }
  }
  return new Hono<AuthEnv>().get(paths.seriesProgress, guards.admin, async (c) => {
    const row = await requireSeries(c, deps)
    const first = (await look(row.id)) ?? { row, steps: [], people: [] }
    return watching.stream(c, { first, look: () => look(row.id), changeBetween })
  })
}

/** Exported for its test. */
export function changeBetween(from: SeriesProgressView, to: SeriesProgressView): WatchEvent | undefined {
  if (from.row.revision !== to.row.revision || from.steps.length !== to.steps.length) return 'state'
  const changes = to.steps.map((step, at) => {
    const before = from.steps[at]
    return before?.id === step.id ? stepChange(before, step) : 'state'
  })
  if (changes.includes('state')) return 'state'
  const places = ({ people }: SeriesProgressView) => JSON.stringify(people)
  return changes.includes('counters') || places(from) !== places(to) ? 'counters' : undefined
}
