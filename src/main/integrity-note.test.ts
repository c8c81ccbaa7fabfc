import { afterAll, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../tests/migrated.ts'
import { readConfig } from '../config.ts'
import { isNotedIntact, noteIntact, openDatabase } from './databases.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-whole-'))
afterAll(() => rm(home, { recursive: true }))

let dataDir = ''
let path = ''
let made = 0
beforeEach(async () => {
  dataDir = join(home, String(++made))
  path = join(dataDir, 'content.db')
  await mkdir(dataDir)
  await putMigrated('content', dataDir)
})

async function openAndClose(isSound?: () => boolean): Promise<void> {
  const db = await openDatabase(readConfig({ DATA_DIR: dataDir }), 'content', { isSound })
  await db.close()
}

/** Damages a page of the database that a start does not read */
async function damage(): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(4096, 0xff), 0, 4096, size - 4096)
  await file.close()
}

test('a file that was closed cleanly and not modified since is not checked', async () => {
  await openAndClose(() => true)
  expect(isNotedIntact(path)).toBe(true)
  await damage()
  noteIntact(path)
  await openAndClose(() => false)
  expect(existsSync(`${path}.damaged`)).toBe(false)
})

test('a file that was modified since is checked', async () => {
  await openAndClose(() => true)
  await damage()
  expect(isNotedIntact(path)).toBe(false)
  await openAndClose(() => true)
  expect(existsSync(`${path}.damaged`)).toBe(true)
  expect(isNotedIntact(path)).toBe(true)
})

test('a damaged, missing or not cleanly closed file is not noted as intact', async () => {
  await openAndClose(() => false)
  expect(isNotedIntact(path)).toBe(false)
  noteIntact(path)
  await writeFile(`${path}-wal`, 'left by a kill')
  expect(isNotedIntact(path)).toBe(false)
  noteIntact(path)
  await rm(`${path}-wal`)
  expect(isNotedIntact(path)).toBe(false)
  noteIntact(path)
  await rm(path)
  expect(isNotedIntact(path)).toBe(false)
})
