import { createEvents, type Events } from '../src/events/events.ts'
import { createJobs, startJobs } from '../src/jobs/jobs.ts'
import { timetable } from '../src/main/timetable.ts'
import type { Market } from '../src/market/market.ts'
import { type MarketOptions, openMarket } from '../src/market/open-market.ts'
import { borrowPastThread } from './past-threads.ts'

export interface TestMarket extends Market {
  events: Events
}

/**
 * No pause between downloaded days: on a busy machine, pauses of two seconds between dozens of days would exceed the
 * test's time limit.
 */
export const withoutRest = async () => {}

/** Opens a market as a process does, with running jobs and separate events. */
export async function openTestMarket(options: Omit<MarketOptions, 'events'>): Promise<TestMarket> {
  const { log } = options
  const events = createEvents(log)
  const market = await openMarket({ startPast: borrowPastThread, rest: withoutRest, ...options, events })
  const stopJobs = startJobs(createJobs(log), timetable({ market }))
  return {
    ...market,
    events,
    close: async () => {
      await stopJobs()
      await market.close()
    },
  }
}
