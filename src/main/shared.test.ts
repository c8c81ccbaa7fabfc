import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestFeed } from '../../tests/doubles/feed.ts'
import { readConfig } from '../config.ts'
import { openShared } from './shared.ts'

test('only a process with the role feed starts the feed and writes the market', async () => {
  const started: string[] = []
  for (const ROLES of ['web,ticker', 'feed']) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kurs-shared-'))
    const start = () => {
      started.push(ROLES)
      return async () => {}
    }
    const config = readConfig({ DATA_DIR: dataDir, ROLES, LOG_LEVEL: 'silent' })
    const shared = openShared({ config, feed: { ...createTestFeed(), start } })
    await shared.market()
    const db = await shared.databases.market()
    const { rows } = await db.client.execute('select count(*) as sources from market_source')
    expect(rows[0]?.sources).toBe(ROLES === 'feed' ? 1 : 0)
    await shared.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  expect(started).toEqual(['feed'])
})

test('an error on close is logged, and everything else is closed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-shared-'))
  const feed = createTestFeed()
  const start = () => async () => {
    throw new Error('the exchange does not let go')
  }
  let lines = ''
  const shared = openShared({
    config: readConfig({ DATA_DIR: dataDir, ROLES: 'feed' }),
    feed: { ...feed, start },
    logTo: (text) => {
      lines += text
    },
  })
  const app = await shared.databases.app()
  await shared.market()
  await shared.close()
  expect(lines).toContain('The market was not closed cleanly')
  expect(lines).toContain('the exchange does not let go')
  expect(app.client.closed).toBe(true)
  await rm(dataDir, { recursive: true, force: true })
})

test('send intents are written with full durability, other data without', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-shared-'))
  const config = readConfig({ DATA_DIR: dataDir, ROLES: 'web', LOG_LEVEL: 'silent' })
  const shared = openShared({ config })
  const durability = async (name: 'app' | 'outbox') => {
    const { client } = await shared.databases[name]()
    return (await client.execute('pragma synchronous')).rows[0]?.synchronous
  }
  const [normal, full] = [1, 2]
  expect([await durability('app'), await durability('outbox')]).toEqual([normal, full])
  await shared.close()
  await rm(dataDir, { recursive: true, force: true })
})
