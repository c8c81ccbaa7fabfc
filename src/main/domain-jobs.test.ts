import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestFeed } from '../../tests/doubles/feed.ts'
import type { JobDeps } from '../app/app-deps.ts'
import type { Role } from '../config/roles.ts'
import { readConfig } from '../config.ts'
import type { DomainJob } from '../http/manifest.ts'
import { startDomainJobs } from './domain-jobs.ts'
import { openShared, type Shared } from './shared.ts'

let dataDir: string
let shared: Shared
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kurs-jobs-'))
  const config = readConfig({ DATA_DIR: dataDir, ROLES: 'feed', LOG_LEVEL: 'silent' })
  shared = openShared({ config, feed: createTestFeed(), now: () => 7 })
})
afterEach(async () => {
  await shared.close()
  await rm(dataDir, { recursive: true })
})

const job = (role: Role, run: (deps: JobDeps) => void): DomainJob<JobDeps> => ({
  role,
  every: 1,
  name: `of ${role}`,
  run: async (deps) => run(deps),
})

test('a part runs only the jobs of its role, with the dependencies of its process', async () => {
  const ran = new Set<string>()
  const { promise, resolve } = Promise.withResolvers<JobDeps>()
  const stop = await startDomainJobs(shared, 'feed', [
    job('web', () => ran.add('web')),
    job('feed', (deps) => {
      ran.add('feed')
      resolve(deps)
    }),
    job('ticker', () => ran.add('ticker')),
  ])
  const { db, market, events, log, now } = await promise
  await stop()
  expect([...ran]).toEqual(['feed'])
  expect(db).toBe(await shared.databases.app())
  expect(market).toBe(await shared.market())
  expect([events, log]).toEqual([shared.events, shared.log])
  expect(now()).toBe(7)
})

test('no database is opened for a role without jobs', async () => {
  const stop = await startDomainJobs(shared, 'ticker', [job('web', () => {})])
  await stop()
  expect(existsSync(join(dataDir, 'app.db'))).toBe(false)
})
