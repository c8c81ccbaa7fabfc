import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenMarket } from '../market/market-view.ts'
import { domainJobs } from './domain-jobs.ts'
import { type TimetableDeps, timetable } from './timetable.ts'

const idle = async () => {}

test('what a process has not opened has no jobs', () => {
  expect(timetable({})).toEqual([])
  const jobs = timetable({
    alerts: { reload: idle, idle, close: idle },
    content: { publishDue: idle, close: idle },
    previews: { draw: idle },
    copies: { clear: idle },
    missed: { settle: idle },
    backups: { run: idle },
  })
  expect(jobs.map(({ every, name }) => [every, name])).toEqual([
    [2000, 'alerts-reload'],
    [1000, 'content-publish'],
    [60_000, 'previews-draw'],
    [3_600_000, 'copies-clear'],
    [5000, 'missed-queries-settle'],
    [60_000, 'backup'],
  ])
})

test('market and accounts have theirs, as often as what may be lost or left allows', () => {
  const market = { sync: idle, checkpoint: idle } as unknown as OpenMarket
  const accounts = {} as unknown as TimetableDeps['accounts']
  expect(timetable({ market, accounts }).map(({ every, name }) => [every, name])).toEqual([
    [900, 'market-sync'],
    [60_000, 'market-checkpoint'],
    [600_000, 'sessions-expire'],
    [600_000, 'links-expire'],
    [600_000, 'audit-expire'],
  ])
})

test('no two jobs of domains share a name', () => {
  const names = domainJobs.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

/** Where intervals belong to one connection, one question or one page of somebody, and end with it */
const ownIntervals =
  /^(browser|charts|live|ticker\/protocol|content\/query)\/|^site\/dev-routes|^bots\/trial\/late-page|\.(island|browser|behavior)\.tsx?$/

test('recurring work of the server is in the timetable, not in intervals of its own', () => {
  const src = join(import.meta.dir, '..')
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && !ownIntervals.test(path))
    .filter((path) => /\bsetInterval\(/.test(readFileSync(join(src, path), 'utf8')))
  expect(found).toEqual(['jobs/jobs.ts'])
})
