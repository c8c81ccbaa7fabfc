import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeFileLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-file-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a lock can be held only once, until it is released', () => {
  const path = join(folder, 'lock')
  const first = takeFileLock(path)
  expect(first).toBeDefined()
  expect(takeFileLock(path)).toBeUndefined()
  first?.release()
  const next = takeFileLock(path)
  expect(next).toBeDefined()
  next?.release()
})

test('an invalid lock file is an error and not a lock held by another process', async () => {
  const path = join(folder, 'garbage')
  await Bun.write(path, 'This is no database. '.repeat(400))
  expect(() => takeFileLock(path)).toThrow('not a database')
  expect(() => takeFileLock(join(folder, 'missing', 'lock'))).toThrow()
})
