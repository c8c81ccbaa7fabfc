import type { ProgressEvent } from '../../../http/progress-stream.ts'
import { changeOfBroadcast } from '../../detail/change-of-broadcast.ts'
import type { SeriesProgressView } from './series-progress-region.tsx'

export interface SeriesSnapshot extends SeriesProgressView {
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
