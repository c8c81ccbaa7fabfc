import { Hono } from 'hono'
import type { AuthEnv } from '../../../auth/middleware.ts'
import type { ProgressEvent } from '../../../http/progress-stream.ts'
import { paths } from '../../../paths.ts'
import { changeOfBroadcast } from '../../detail/change-of-broadcast.ts'
import { countPeople } from '../people-queries.ts'
import type { SeriesRow } from '../series.ts'
import { findSeries } from '../series-queries.ts'
import { listSteps } from '../step-queries.ts'
import type { SeriesDeps } from './series-deps.ts'
import { isUnattended, requireSeries } from './series-page-routes.tsx'
import type { SeriesProgressView } from './series-progress-region.tsx'

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

interface SeriesSnapshot extends SeriesProgressView {
  isUnattended: boolean
}

export function changeOfSeries(from: SeriesSnapshot, to: SeriesSnapshot): ProgressEvent | undefined {
  if (from.isUnattended !== to.isUnattended) return 'state'
  if (from.row.revision !== to.row.revision || from.steps.length !== to.steps.length) return 'state'
  const changes = to.steps.map((step, at) => {
    const before = from.steps[at]
    return before?.id === step.id ? changeOfBroadcast(before, step) : 'state'
  })
  if (changes.includes('state')) return 'state'
  const places = ({ people }: SeriesProgressView) => JSON.stringify(people)
  return changes.includes('counters') || places(from) !== places(to) ? 'counters' : undefined
}
