import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../../../tests/migrated.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import { offerSetup } from './setup-offer.ts'

let dataDir: string
let db: Db
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kurs-setup-'))
  db = await openMigrated('app')
})
afterEach(async () => {
  await db.close()
  await rm(dataDir, { recursive: true })
})

/** Simulates a process of the data folder; its job runs when `look` is called */
async function open(folder = dataDir) {
  const printed: string[] = []
  let look = async () => {}
  const every = (_ms: number, _name: string, run: () => Promise<void>) => {
    look = run
    return async () => {}
  }
  const config = { dataDir: folder, SECRET: 's'.repeat(32) }
  const print = (text: string) => void printed.push(text)
  const offer = await offerSetup({ config, db, url: 'http://kurs.example', jobs: { every }, print })
  return { ...offer, printed, look: () => look() }
}

test('one process prints the setup link, and another prints the same link after it has ended', async () => {
  const first = await open()
  expect(first.url).toMatch(/^http:\/\/kurs\.example\/setup\?token=[\w-]{43}$/)
  const [second, third] = [await open(), await open()]
  expect([second.url, third.url]).toEqual([undefined, undefined])
  await second.look()
  expect(second.printed).toEqual([])
  await first.close()
  for (const { look } of [second, third, second]) await look()
  expect([second.printed, third.printed]).toEqual([[`Create the first administrator at ${first.url}\n`], []])
  await Promise.all([second.close(), third.close()])
})

test('a later start prints the link that is still valid', async () => {
  const first = await open()
  await first.close()
  const next = await open()
  expect(next.url).toBe(first.url ?? '')
  await next.close()
})

test('a read-only folder does not suppress the link', async () => {
  const { url, close } = await open(join(dataDir, 'missing'))
  expect(url).toContain('/setup?token=')
  await close()
})

test('no link is printed once there is an administrator', async () => {
  const [first, second] = [await open(), await open()]
  await addUsers(db, [{ login: 'admin', role: 'admin' }])
  await first.close()
  await second.look()
  expect([second.printed, (await open()).url]).toEqual([[], undefined])
  await second.close()
})
