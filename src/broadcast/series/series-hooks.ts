import type { Db } from '../../db/client.ts'
import type { SeriesHooks } from '../../telegram/bot/bot-deps.ts'
import { enterByStart, leaveSeries } from './people-queries.ts'

export function createSeriesHooks(db: Db): SeriesHooks {
  return {
    enter: (person) => enterByStart(db, person),
    leave: (person) => leaveSeries(db, person),
  }
}
