import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/client.ts'
import { openCommands } from './commands.ts'
import { putMigrated } from './migrated.ts'
import { addUsers } from './users.ts'

setDefaultTimeout(60_000)

const dataDir = await mkdtemp(join(tmpdir(), 'kurs-user-'))
await putMigrated('app', dataDir)
const db = await openDb({ url: `file:${join(dataDir, 'app.db')}` })
await addUsers(db, [{ login: 'somebody' }])
const commands = openCommands()
afterAll(async () => {
  await commands.close()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

const user = (...words: string[]) => commands.run(['user', ...words], { DATA_DIR: dataDir, LOG_LEVEL: 'silent' })

test('listing accounts creates no secret file that a backup could mistake for the server’s', async () => {
  expect(await user('list')).toMatchObject({ status: 0, stdout: expect.stringContaining('somebody\tuser\t') })
  expect(existsSync(join(dataDir, 'secret'))).toBe(false)
})

test('a ban that ends in the past is refused', async () => {
  // The value of an option may follow after a space or after "=".
  const refused = await user('ban', '--login=somebody', '--reason', 'Spam', '--until', '2020-01-01')
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('expected a future date')])
  expect((await user('list')).stdout).toContain('somebody\tuser\tactive')
  expect((await user('ban', '--login', 'somebody', '--reason', 'Spam', '--until', '2099-01-01')).status).toBe(0)
  expect((await user('list')).stdout).toContain('somebody\tuser\tbanned')
})

test('a reset link without a configured SITE_URL prints a warning', async () => {
  const { stdout, stderr } = await user('reset', '--login', 'somebody')
  expect(stdout).toContain('http://localhost:3000/new-password?token=')
  expect(stderr).toBe("SITE_URL is not set here: put the site's own address in the place of http://localhost:3000.\n")
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SITE_URL: 'https://kurs.example' }
  const known = await commands.run(['user', 'reset', '--login', 'somebody'], env)
  expect([known.stderr, known.stdout]).toEqual([
    '',
    expect.stringContaining('https://kurs.example/new-password?token='),
  ])
})

test('a misspelled option is refused with the nearest name', async () => {
  const refused = await user('reset', '--lgin=somebody')
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('Did you mean "--login"?')])
})
