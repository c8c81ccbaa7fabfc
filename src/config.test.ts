import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentSchema } from './config/environment.ts'
import { misspeltVariables } from './config/misspelt.ts'
import { roles } from './config/roles.ts'
import { readSecret } from './config/secret.ts'
import { readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  const config = readConfig({})
  expect(config.PORT).toBe(3000)
  expect(config.databases.content.url).toEndWith('/data/content.db')
  expect(config.ROLES).toEqual([...roles])
})

test('every bad variable is named with what is expected', () => {
  const read = () => readConfig({ PORT: 'many', SITE_URL: 'kurs', FEED: 'replay:', ROLES: 'web,cook', HOST: '' })
  expect(read).toThrow(
    /PORT=many: expected a port[\s\S]*SITE_URL=kurs: expected an address[\s\S]*FEED=replay:[\s\S]*ROLES=web,cook/,
  )
})

test('a variable that is almost one of ours is told of', () => {
  const env = { ROLE: 'web', datadir: '/x', 'SITE-URL': '', ROLES: 'web', HOME: '/root', PORTER: '1' }
  expect(misspeltVariables(env)).toEqual([
    { name: 'ROLE', meant: 'ROLES' },
    { name: 'datadir', meant: 'DATA_DIR' },
    { name: 'SITE-URL', meant: 'SITE_URL' },
  ])
})

test('numbers are written in digits', () => {
  for (const PORT of ['0x10', '1e3', '3000.0', '+3000', '0b11']) {
    expect(() => readConfig({ PORT })).toThrow(`PORT=${PORT}: expected a port, 0–65535`)
  }
  expect(() => readConfig({ DRAIN_SECONDS: '-1' })).toThrow('expected a whole number, 0–300')
  expect(readConfig({ PORT: ' 08080 ', HISTORY_DAYS: '7' })).toMatchObject({ PORT: 8080, HISTORY_DAYS: 7 })
})

test('the address of the site is its origin, as browsers send it', () => {
  for (const SITE_URL of ['HTTPS://Kurs.Example', ' https://kurs.example:443/ ', 'https://kurs.example'])
    expect(readConfig({ SITE_URL }).SITE_URL).toBe('https://kurs.example')
  for (const SITE_URL of ['https://kurs.example/app', 'https://kurs.example/?a', 'https://me:word@kurs.example'])
    expect(() => readConfig({ SITE_URL })).toThrow('expected an address without a path, such as https://kurs.example')
})

test('a bad secret is named but not shown', () => {
  expect(() => readConfig({ SECRET: 'hunter2' })).toThrow(/SECRET=…: expected at least 32/)
})

test('an address of a database that cannot be used is not shown: it may hold a password or a token', () => {
  for (const APP_DB_URL of ['postgres://kurs:hunter2@db/app', 'wss://db.example?authToken=hunter2'])
    expect(() => readConfig({ APP_DB_URL })).toThrow(/APP_DB_URL=…: expected file:(?![\s\S]*hunter2)/)
})

test('a secret is made once and only its owner may read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-secret-'))
  const secret = readSecret(folder, undefined)
  expect(readSecret(folder, undefined)).toBe(secret)
  expect(secret.length).toBeGreaterThan(32)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secret'])
  rmSync(folder, { recursive: true })
})

test.each([
  ['web', ['web']],
  [' feed , web,web,', ['web', 'feed']],
  ['ticker,,feed', ['ticker', 'feed']],
])('roles are named once, in any order: %s', (given, expected) => {
  expect(readConfig({ ROLES: given }).ROLES as string[]).toEqual(expected)
})

test.each([
  ['cook', 'there is no role cook'],
  ['web,Feed', 'there is no role Feed'],
  ['sender,cook,baker', 'there is no role cook, baker'],
  [',', 'no role is named'],
])('a role that cannot be played is refused: %s', (given, problem) => {
  expect(() => readConfig({ ROLES: given })).toThrow(
    `ROLES=${given}: ${problem}: expected some of web, ticker, feed, bots, telegram, sender, separated by commas\nCorrect`,
  )
})

test.each(['sender', 'telegram', 'telegram,sender'])('a process that would do nothing is refused: %s', (given) => {
  expect(() => readConfig({ ROLES: given })).toThrow(
    `ROLES=${given}: does nothing without a bot: expected TELEGRAM_TOKEN to be set\nCorrect`,
  )
  const config = readConfig({ ROLES: given, TELEGRAM_TOKEN: '123456:ABC-def' })
  expect(config.ROLES.join()).toBe(given)
  expect(readConfig({ ROLES: `web,${given}` }).ROLES[0]).toBe('web')
})

test('newer builds are looked for every five minutes unless told otherwise', () => {
  expect(readConfig({}).BUILD_CHECK_SECONDS).toBe(300)
  expect(readConfig({ BUILD_CHECK_SECONDS: '0' }).BUILD_CHECK_SECONDS).toBe(0)
})

test('ninety days of prices are fetched unless told otherwise', () => {
  expect(readConfig({}).HISTORY_DAYS).toBe(90)
  expect(readConfig({ HISTORY_DAYS: '3650' }).HISTORY_DAYS).toBe(3650)
  for (const HISTORY_DAYS of ['0', '-1', '1.5', '3651', 'all']) {
    expect(() => readConfig({ HISTORY_DAYS })).toThrow(`HISTORY_DAYS=${HISTORY_DAYS}: expected a whole number, 1–3650`)
  }
})

test('the audit log is kept for a year unless told otherwise', () => {
  expect(readConfig({}).AUDIT_DAYS).toBe(365)
  expect(readConfig({ AUDIT_DAYS: '0' }).AUDIT_DAYS).toBe(0)
  for (const AUDIT_DAYS of ['-1', '1.5', '36501', 'year']) {
    expect(() => readConfig({ AUDIT_DAYS })).toThrow(`AUDIT_DAYS=${AUDIT_DAYS}: expected a whole number, 0–36500`)
  }
})

test('every variable has a reader', () => {
  const sources = readdirSync(import.meta.dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith('config/'))
    .map((path) => readFileSync(join(import.meta.dir, path), 'utf8'))
  const isRead = (name: string) => sources.some((text) => text.includes(name))
  const ofSite = Object.keys(environmentSchema.shape).filter((name) => !isRead(name))
  const siteConfig = readFileSync(join(import.meta.dir, 'config/site-config.ts'), 'utf8')
  expect(ofSite.filter((name) => !siteConfig.includes(name))).toEqual([])
})

test('Redis is named with the number of a database at most, and its password is not shown', () => {
  for (const REDIS_URL of ['redis://localhost', 'redis://me:pass@10.0.0.1:6380/3', 'rediss://redis.example/0']) {
    expect(readConfig({ REDIS_URL })).toMatchObject({ REDIS_URL, REDIS_PREFIX: 'kurs' })
  }
  for (const REDIS_URL of ['http://:pass@localhost', 'redis://:pass@localhost/name', 'redis://:pass@localhost/1?a=b']) {
    expect(() => readConfig({ REDIS_URL })).toThrow(/REDIS_URL=…: expected redis:\/\/(?!.*pass)/)
  }
  expect(() => readConfig({ REDIS_PREFIX: 'two words' })).toThrow('REDIS_PREFIX=two words: expected at most 64 letters')
})
