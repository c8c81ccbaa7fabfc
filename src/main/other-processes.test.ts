import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { createSharedEvents } from '../events/shared-events.ts'
import { createLogger } from '../log/logger.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { connectProcesses, lockFeedForCommand } from './other-processes.ts'
import { DataError } from './start-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = createLogger({ level: 'silent', write: () => {} })

function newFolder(): string {
  return mkdtempSync(join(folder, 'data-'))
}

async function meet(DATA_DIR: string, ROLES: string): Promise<void> {
  const config = readConfig({ DATA_DIR, ROLES })
  const met = await connectProcesses({
    config,
    events: createSharedEvents(log),
    log,
    metrics: openMetrics(config, log, undefined),
    signal: undefined,
    giveUp: () => {},
  })
  await met.disposeAsync()
}

const damage = (path: string) => writeFileSync(path, 'This is no database. '.repeat(400))

test.each<[what: string, spoil: (path: string) => void, problem: RegExp]>([
  ['damaged', damage, /feed\.lock cannot be locked: .*not a database\.\n.*remove the file and start again\.$/],
  ['a folder', (path) => mkdirSync(path), /feed\.lock is no file\.\n/],
])('a process does not follow prices while its lock file is %s', async (_, spoil, problem) => {
  const dataDir = newFolder()
  const path = join(dataDir, 'feed.lock')
  spoil(path)
  const refused = meet(dataDir, 'web,feed')
  await expect(refused).rejects.toThrow(DataError)
  await expect(refused).rejects.toThrow(problem)
  const command = lockFeedForCommand(readConfig({ DATA_DIR: dataDir }))
  await expect(command).rejects.toThrow(problem)
  // The process has not opened the socket: a process with the role `feed` would be its hub.
  expect(existsSync(join(dataDir, 'events.sock'))).toBe(false)
  rmSync(path, { recursive: true })
  await meet(dataDir, 'web,feed')
})

test('a process without the role feed does not need the lock file', async () => {
  const dataDir = newFolder()
  damage(join(dataDir, 'feed.lock'))
  await meet(dataDir, 'web')
})

test('a process does not follow prices while its data folder cannot be created', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  await expect(meet(join(file, 'data'), 'feed')).rejects.toThrow(/^DATA_DIR=\S+\/file\/data: the folder cannot be made/)
})
