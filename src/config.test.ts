import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unusedNames } from './config/environment.ts'
import { roles } from './config/roles.ts'
import { readSecret } from './config/secret.ts'
import { readConfig, unusedVariables } from './config.ts'

test('an empty environment is a complete configuration', () => {
  const config = readConfig({})
  expect(config.PORT).toBe(3000)
  expect(config.databases.content.url).toEndWith('/data/content.db')
  expect(config.ROLES).toEqual([...roles])
  expect(unusedVariables(config)).toEqual([])
})

test('every bad variable is named with what is expected', () => {
  const read = () => readConfig({ PORT: 'many', SITE_URL: 'kurs', FEED: 'replay:', ROLES: 'web,cook', HOST: '' })
  expect(read).toThrow(
    /PORT=many: expected a port[\s\S]*SITE_URL=kurs: expected an address[\s\S]*FEED=replay:[\s\S]*ROLES=web,cook/,
  )
})

test('a bad secret is named but not shown', () => {
  expect(() => readConfig({ SECRET: 'hunter2' })).toThrow(/SECRET=…: expected at least 32/)
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

test('variables that are set and not read are named', () => {
  const env = { REDIS_URL: 'redis://localhost', TELEGRAM_TOKEN: '1:a' }
  expect(unusedVariables(readConfig(env))).toEqual(['REDIS_URL'])
})

test('a variable that something reads is not warned of', () => {
  const sources = readdirSync(import.meta.dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith('config'))
    .map((path) => readFileSync(join(import.meta.dir, path), 'utf8'))
  expect(unusedNames.filter((name) => sources.some((text) => text.includes(name)))).toEqual([])
})
