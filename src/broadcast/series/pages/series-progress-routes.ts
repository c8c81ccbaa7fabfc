import { Hono } from 'hono'
import type { AuthEnv } from '../../../auth/middleware.ts'
import { paths } from '../../../paths.ts'
import { countPeople } from '../people-queries.ts'
import type { SeriesRow } from '../series.ts'
import { findSeries } from '../series-queries.ts'
import { listSteps } from '../step-queries.ts'
import { changeOfSeries, type SeriesSnapshot } from './change-of-series.ts'
import type { SeriesDeps } from './series-deps.ts'
import { isUnattended, requireSeries } from './series-page-routes.tsx'

export function seriesProgressRoutes({ watching, ...deps }: SeriesDeps) {
  const { db, guards } = deps
  const seen = async (row: SeriesRow): Promise<SeriesSnapshot> => {
    const [steps, people] = [await listSteps(db, row.id), await countPeople(db, row.id)]
    return { row, steps, people, isUnattended: await isUnattended(deps, row) }
  }
  const look = async (id: string) => {
    const row = await findSeries(db, id)
    return row && seen(row)
  }
  return new Hono<AuthEnv>().get(paths.seriesProgress, guards.admin, async (c) => {
    const row = await requireSeries(c, deps)
    return watching.stream(c, { first: await seen(row), look: () => look(row.id), changeBetween: changeOfSeries })
  })
}
