import type { Db } from '../../db/client.ts'
import type { Recurring } from '../../jobs/jobs.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import { listDueSteps, movePeople } from './people-queries.ts'

export interface SeriesOptions {
  db: Db
  log: Pick<Logger, 'error'>
  now(): number
}

export const seriesLoop: Recurring = { role: 'sender', every: 1000, name: 'series-advance' }
/** ms between slices, in which other processes can write */
const restMs = 20

/** Moves people through their series, beside other processes. The sender sends the deliveries that this creates. */
export function runSeries({ db, log, now }: SeriesOptions): Pick<Loop, 'stop'> {
  const step = async () => {
    let isMore = false
    for (const due of await listDueSteps(db, now())) isMore = (await movePeople(db, due, now())) || isMore
    return isMore ? restMs : seriesLoop.every
  }
  return startLoop(seriesLoop, step, log)
}
