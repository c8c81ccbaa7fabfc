import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { newTotpKey } from '../src/auth/second-factor/totp.ts'
import { createSeal } from '../src/auth/secrets/seal.ts'
import { readConfig } from '../src/config.ts'
import { openDb } from '../src/db/client.ts'
import { runDoctor } from '../src/main/doctor/doctor-command.ts'
import { startExchange } from './doubles/exchange.ts'
import { startTelegram } from './doubles/telegram.ts'
import { page } from './site.ts'
import { addUsers } from './users.ts'
import { openWorkplaces, run } from './workplace.ts'

setDefaultTimeout(180_000)

const { running, start, workplace } = openWorkplaces()

/** Returns a hash and the modification time of every file in the data folder. */
async function snapshot(dataDir: string): Promise<Record<string, string>> {
  const files = await readdir(dataDir, { recursive: true })
  const lines = files.sort().map(async (file) => {
    const path = join(dataDir, file)
    const status = await stat(path)
    return [file, `${status.isFile() ? Bun.hash(await readFile(path)) : 'folder'} ${status.mtimeMs}`]
  })
  return Object.fromEntries(await Promise.all(lines))
}

test('doctor accepts a fresh data folder, says what the first start creates, and changes nothing', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const { DATA_DIR = '' } = env
  const absent = await run(['doctor'], env)
  expect(absent).toMatchObject({ status: 0, stderr: '' })
  expect(absent.stdout).toContain(`✓ data folder ${DATA_DIR}: not there yet; the first start makes it\n`)
  expect(existsSync(DATA_DIR)).toBe(false)
  await mkdir(DATA_DIR)
  const empty = await run(['doctor'], env)
  expect(empty).toMatchObject({ status: 0, stderr: '' })
  expect(empty.stdout).toContain('✓ app: not there yet; the first start makes it and prints a link')
  expect(empty.stdout).toContain('✓ ingest: the first start reads the texts\n')
  expect(await snapshot(DATA_DIR)).toEqual({})
  await run(['ingest'], env)
  expect((await run(['doctor'], env)).status).toBe(0)
  await run(['migrate'], env)
  const files = ['app', 'content', 'market'].map((name) => join(DATA_DIR, `${name}.db`))
  expect(await Promise.all(files.map(async (file) => (await stat(file)).mode & 0o777))).toEqual([0o600, 0o600, 0o600])
  const before = await snapshot(DATA_DIR)
  expect(await run(['doctor'], env)).toMatchObject({ status: 0, stderr: '' })
  expect(await snapshot(DATA_DIR)).toEqual(before)
  await chmod(files[0] ?? '', 0o640)
  const readable = await run(['doctor'], env)
  expect([readable.status, readable.stdout]).toEqual([
    0,
    expect.stringContaining(`${files[0]}: others on this machine`),
  ])
  expect(readable.stdout).toContain(`chmod 600 ${files[0]}`)
})

test('doctor does not treat a data folder without its app.db as a fresh one', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const { DATA_DIR = '' } = env
  const examine = () => run(['doctor', '--json'], env)
  await run(['migrate'], env)
  await rm(join(DATA_DIR, 'app.db'))
  const warned = await examine()
  expect([warned.status, JSON.parse(warned.stdout).status]).toEqual([1, 'failed'])
  expect(JSON.parse(warned.stdout).checks).toContainEqual({
    ...{ id: 'app-database', name: 'app', status: 'warning', hint: expect.stringContaining('from a backup') },
    message: `${join(DATA_DIR, 'app.db')} is missing, although there is a market.db.`,
  })
  await writeFile(join(DATA_DIR, 'secret'), 's'.repeat(32))
  expect(JSON.parse((await examine()).stdout).checks).toContainEqual(
    expect.objectContaining({ id: 'app-database', status: 'failed' }),
  )
})

test('doctor --json prints one object and has the same exit status', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  const fresh = await run(['doctor', '--json'], { ...env, ROLE: 'web' })
  const { version, status, checks } = JSON.parse(fresh.stdout)
  expect([fresh.status, fresh.stderr, status]).toEqual([0, '', 'warning'])
  expect(version).toStartWith(manifest.version)
  expect(checks[0]).toEqual({
    ...{ id: 'variables', name: 'variables', status: 'warning' },
    message: 'The variable ROLE is not read. Did you mean ROLES?',
  })
  expect(checks.map(({ id }: { id: string }) => id)).toEqual([
    ...['variables', 'data-folder', 'content-folder', 'pictures', 'free-disk', 'secret'],
    ...['app-database', 'content-database', 'market-database', 'ingest', 'clock'],
  ])
  const faulty = await run(['doctor', '--json'], { ...env, PORT: ':80', HOST: '[::1]' })
  expect(faulty).toMatchObject({ status: 2, stderr: expect.stringContaining('did you mean PORT=80?') })
  expect(JSON.parse(faulty.stdout)).toEqual({
    status: 'failed',
    checks: [
      ...[{ id: 'configuration', name: 'PORT', status: 'failed', message: expect.stringContaining('PORT=80?') }],
      ...[{ id: 'configuration', name: 'HOST', status: 'failed', message: expect.stringContaining('HOST=::1?') }],
    ],
  })
})

test('doctor lists pending and unknown migrations and changes neither', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  await run(['migrate'], env)
  const change = async (name: string, sql: string) => {
    const db = await openDb({ url: `file:${join(env.DATA_DIR ?? '', name)}` })
    await db.client.execute(sql)
    await db.close()
  }
  await change('app.db', "delete from _migrations where name = '0003_watching'")
  await change('market.db', "insert into _migrations values ('9999_later', '', 0)")
  const { status, stdout } = await run(['doctor'], env)
  expect(status).toBe(1)
  expect(stdout).toMatch(/✗ app: [^\n]*0003_watching[^\n]*"migrate"/)
  expect(stdout).toMatch(/✗ market: [^\n]*9999_later/)
  expect((await run(['doctor'], env)).stdout).toBe(stdout)
  await writeFile(join(env.DATA_DIR ?? '', 'app.db'), 'This is no database. '.repeat(200))
  expect(await run(['doctor'], env)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/✗ app: [^\n]*app\.db is damaged or no database/),
  })
})

test('doctor reads the log of a killed server without changing it', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  await start(env)
  running()?.kill('SIGKILL')
  await running()?.exited
  const before = await snapshot(env.DATA_DIR ?? '')
  expect(Object.keys(before)).toContain('content.db-wal')
  expect(await run(['doctor'], env)).toMatchObject({ status: 0, stderr: '' })
  expect(await snapshot(env.DATA_DIR ?? '')).toEqual(before)
})

test('doctor checks Telegram, the exchange and the clock, and prints no token', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  await run(['ingest'], env)
  await run(['migrate'], env)
  const telegram = startTelegram()
  const exchange = await startExchange()
  const asked = { ...env, FEED: 'binance', TELEGRAM_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root }
  const examine = async (given: Record<string, string>, now = Date.now) => {
    let said = ''
    const write = (text: string) => {
      said += text
    }
    const options = { config: readConfig(given), addresses: exchange.addresses, now, write }
    return { status: await runDoctor(options), said }
  }
  try {
    const before = await snapshot(env.DATA_DIR ?? '')
    const sound = await examine(asked)
    expect(sound).toEqual({ status: 0, said: expect.stringMatching(/✓ exchange .*\n✓ Telegram, @/) })
    expect(sound.said).toContain('✓ clock, as that of the exchange\n')
    const behind = await examine(asked, () => Date.now() - 600_000)
    expect(behind).toEqual({ status: 1, said: expect.stringContaining('✗ clock: 10 min behind that of the exchange') })
    const { FEED, ...byTelegram } = asked
    expect((await examine(byTelegram, () => Date.now() + 600_000)).said).toContain(
      '✗ clock: 10 min ahead of that of 127',
    )
    expect((await examine(env)).said).toContain('✓ clock, not compared')
    expect((await examine(env, () => Date.now() - 3 * 3_600_000)).said).toContain(
      '✗ clock: the databases were written 3 h',
    )
    telegram.faults.revoked = true
    const refused = await run(['doctor'], byTelegram)
    expect(refused.stdout).not.toContain(telegram.token)
    expect(refused).toMatchObject({ status: 1, stderr: '', stdout: expect.stringContaining('✗ Telegram: ') })
    expect(await snapshot(env.DATA_DIR ?? '')).toEqual(before)
  } finally {
    await Promise.all([telegram.close(), exchange.close()])
  }
})

test('doctor detects a secret that did not seal the second factors', async () => {
  const env = await workplace({ 'ru/docs/a.md': page({}) })
  await run(['ingest'], env)
  await run(['migrate'], env)
  const [own, other] = ['the secret of all these machines', 'a secret which one of them has made']
  const db = await openDb({ url: `file:${join(env.DATA_DIR ?? '', 'app.db')}` })
  await addUsers(db, [{ login: 'anna' }, { login: 'boris' }])
  const sealed = createSeal(own).seal(newTotpKey())
  await db.client.execute({ sql: "update users set totp_secret = ? where login = 'anna'", args: [sealed] })
  await db.close()
  expect(await run(['doctor'], { ...env, SECRET: own })).toMatchObject({ status: 0, stderr: '' })
  for (const SECRET of [other, '']) {
    const { status, stdout } = await run(['doctor'], { ...env, SECRET })
    expect(status).toBe(1)
    expect(stdout).toMatch(/✗ second factors: the secret cannot decrypt 1 of 1 second factors, [^\n]*SECRET/)
  }
})
