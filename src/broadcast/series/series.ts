import type { series, seriesStates } from '../../db/schema/broadcasts.ts'
import type { PlaceCount } from './people-queries.ts'

export type SeriesRow = typeof series.$inferSelect
export type SeriesState = (typeof seriesStates)[number]

/** Max number of series, not counting removed ones */
export const maxSeries = 50
export const maxSteps = 20
/** Max length of a series' name, characters */
export const maxSeriesName = 80
/** Max delay of a step, minutes: three months */
export const maxDelayMinutes = 90 * 24 * 60

export type SeriesAct = 'edit' | 'arrange' | 'start' | 'stop' | 'remove'

/** States in which each act is possible. Only a draft contains no people, so only its steps can be rearranged. */
export const seriesActsFrom = {
  edit: ['draft', 'stopped'],
  arrange: ['draft'],
  start: ['draft', 'stopped', 'running'],
  stop: ['running'],
  remove: ['draft', 'stopped'],
} as const satisfies Record<SeriesAct, readonly SeriesState[]>

export function isSeriesActPossible(act: SeriesAct, { state }: Pick<SeriesRow, 'state'>): boolean {
  const from: readonly SeriesState[] = seriesActsFrom[act]
  return from.includes(state)
}

export function sumOf(places: readonly PlaceCount[], state: PlaceCount['state']): number {
  return places.filter((place) => place.state === state).reduce((sum, { count }) => sum + count, 0)
}
