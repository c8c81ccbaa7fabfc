import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainJobs } from './domain-jobs.ts'
import { type TimetableDeps, timetable } from './timetable.ts'

const idle = async () => {}
const accounts = {} as unknown as NonNullable<TimetableDeps['accounts']>
const everything: Required<TimetableDeps> = {
  market: { sync: idle, checkpoint: idle },
  alerts: { reload: idle },
  library: { refresh: idle },
  content: { publishDue: idle },
  previews: { draw: idle },
  copies: { clear: idle },
  missed: { settle: idle },
  backups: { run: idle },
  accounts,
  bots: { claim: idle, trim: idle },
  sender: { markPresence: idle, trimNotices: idle, trimSeries: idle, trimDeliveries: idle },
  telegram: { sendNews: idle, setMenu: idle, trim: idle },
  webhook: { set: idle },
}

test('a process has only the jobs of the dependencies it has opened', () => {
  expect(timetable({})).toEqual([])
})

test('each job has its expected interval', () => {
  expect(timetable(everything).map(({ every, name }) => [every, name])).toEqual([
    [900, 'market-sync'],
    [60_000, 'market-checkpoint'],
    [2000, 'alerts-reload'],
    [1000, 'library-refresh'],
    [1000, 'content-publish'],
    [60_000, 'previews-draw'],
    [3_600_000, 'copies-clear'],
    [5000, 'missed-queries-settle'],
    [60_000, 'backup'],
    [600_000, 'sessions-expire'],
    [600_000, 'links-expire'],
    [600_000, 'audit-expire'],
    [2000, 'bots-claim'],
    [600_000, 'bots-trim'],
    [5000, 'sender-presence'],
    [60_000, 'notices-trim'],
    [5000, 'series-trim'],
    [600_000, 'deliveries-trim'],
    [5000, 'telegram-news'],
    [60_000, 'telegram-menu'],
    [600_000, 'telegram-trim'],
    [10_000, 'telegram-webhook'],
  ])
})

test('job names are unique, including those of domains', () => {
  const names = [...timetable(everything), ...domainJobs].map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

const src = join(import.meta.dir, '..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .sort()
const filesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(join(src, path), 'utf8')))

test('only the timetable, the domains and two one-off jobs start jobs', () => {
  expect(filesWith(/startJobs\((?!\w+, timetable\()/)).toEqual(['jobs/jobs.ts', 'main/domain-jobs.ts'])
  // These two jobs end by themselves: memory is given back once, and one process offers the setup link.
  const ending = ['jobs/free-memory.ts', 'main/parts/setup-offer.ts']
  expect(filesWith(/jobs\.every\(/)).toEqual([...ending, 'jobs/jobs.ts'].sort())
})

/** Files whose intervals belong to one connection, request or page and end with it */
const ownIntervals =
  /^(browser|charts|live|ticker\/protocol|content\/query)\/|^site\/dev-routes|^bots\/backtest-pages\/answer-late|\.(island|browser|behavior)\.tsx?$/

test('recurring server work is in the timetable and not in separate intervals', () => {
  expect(filesWith(/\bsetInterval\(/).filter((path) => !ownIntervals.test(path))).toEqual(['jobs/jobs.ts'])
})
