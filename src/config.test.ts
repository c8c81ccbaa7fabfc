import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentSchema } from './config/environment.ts'
import { misspeltVariables } from './config/environment-warnings.ts'
import { roles } from './config/roles.ts'
import { readSecret } from './config/secret.ts'
import { strayOfSecret } from './config/suggestions.ts'
import { readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  const config = readConfig({})
  expect(config.PORT).toBe(3000)
  expect(config.databases.content.url).toEndWith('/data/content.db')
  expect(config.ROLES).toEqual([...roles])
})

test('steps for a replayed file are decimals above zero', () => {
  expect(readConfig({ REPLAY_QUANTITY_STEP: '0.001' }).REPLAY_QUANTITY_STEP).toBe('0.001')
  for (const step of ['0', '0.0', '1e-3', '-1', '0.00000000001']) {
    expect(() => readConfig({ REPLAY_PRICE_STEP: step })).toThrow(
      `REPLAY_PRICE_STEP=${step}: expected a step above zero`,
    )
  }
})

test('every invalid variable is named with the expected value', () => {
  const read = () => readConfig({ PORT: 'many', SITE_URL: 'kurs', FEED: 'replay:', ROLES: 'web,cook', HOST: '' })
  expect(read).toThrow(
    /PORT=many: expected a port[\s\S]*SITE_URL=kurs: expected an address[\s\S]*FEED=replay:: expected replay:FILE[\s\S]*ROLES=web,cook/,
  )
})

test('an unknown feed is rejected with the feeds that exist', () => {
  expect(() => readConfig({ FEED: 'kraken' })).toThrow(
    'FEED=kraken: there is no feed kraken: expected one of demo, replay:FILE, binance, bybit, okx, moex',
  )
  expect(() => readConfig({ FEED: 'okx:now' })).toThrow('FEED=okx:now: expected okx')
  expect(() => readConfig({ FEED: 'binance,demo' })).toThrow(
    'expected different exchanges, each one of binance, bybit, okx',
  )
  expect(() => readConfig({ FEED: 'okx,okx' })).toThrow('expected different exchanges')
  for (const value of ['binance,bybit', 'demo', 'bybit', 'okx', 'moex', 'replay:a:b@60'])
    expect(readConfig({ FEED: value }).FEED).toBe(value)
})

test('a misspelled variable is reported', () => {
  const env = { ROLE: 'web', datadir: '/x', 'SITE-URL': '', ROLES: 'web', HOME: '/root', PORTER: '1' }
  expect(misspeltVariables(env)).toEqual([
    { name: 'ROLE', meant: 'ROLES' },
    { name: 'datadir', meant: 'DATA_DIR' },
    { name: 'SITE-URL', meant: 'SITE_URL' },
  ])
})

test.each([
  ['PORT', '"3000"', 'PORT="3000": has quotes around it: remove them\n'],
  ['SITE_URL', "'https://kurs.example'", "SITE_URL='https://kurs.example': has quotes around it"],
  ['SITE_NAME', '“Kurs”', 'SITE_NAME=“Kurs”: has quotes around it'],
  ['TELEGRAM_TOKEN', '"1:a"', 'TELEGRAM_TOKEN=…: has quotes around it: remove them\n'],
  ['PORT', '3000\r', 'PORT=3000\\r: has a carriage return at its end: save the file'],
  ['DATA_DIR', '"./data"\r', 'DATA_DIR="./data"\\r: has a carriage return'],
  ['APP_DB_AUTH_TOKEN', 'hunter2\r', 'APP_DB_AUTH_TOKEN=…: has a carriage return'],
  ['DATA_DIR', './data ', 'DATA_DIR=./data : has spaces around it'],
  ['BACKUP_DIR', '~/backups', 'BACKUP_DIR=~/backups: is used as it is, without a shell'],
  ['CONTENT_DIR', '$HOME/content', 'CONTENT_DIR=$HOME/content: is used as it is'],
])('remains of file or shell syntax are reported with the fix: %s=%j', (name, value, problem) => {
  expect(() => readConfig({ [name]: value })).toThrow(problem)
})

test.each([
  ['HOST', '[::1]', 'HOST=::1?'],
  ['HOST', '[::1]:3000', 'HOST=::1 and PORT=3000?'],
  ['HOST', 'http://127.0.0.1:3000/', 'HOST=127.0.0.1 and PORT=3000?'],
  ['HOST', 'kurs.example:80', 'HOST=kurs.example and PORT=80?'],
  ['HOST', '*', 'HOST=0.0.0.0?'],
  ['PORT', ':3000', 'PORT=3000?'],
  ['PORT', 'tcp://172.17.0.2:3000', 'PORT=3000?'],
  ['SITE_URL', 'kurs.example', 'SITE_URL=https://kurs.example?'],
  ['SITE_URL', 'http//kurs.example', 'SITE_URL=http://kurs.example?'],
  ['SITE_URL', 'localhost:3000', 'SITE_URL=http://localhost:3000?'],
  ['TELEGRAM_WEBHOOK', 'https//kurs.example', 'TELEGRAM_WEBHOOK=https://kurs.example?'],
  ['LOG_LEVEL', 'INFO', 'LOG_LEVEL=info?'],
  ['TRUST_PROXY', 'On', 'TRUST_PROXY=1?'],
  ['ROLES', 'web; ticker', 'ROLES=web,ticker?'],
])('an almost correct value is rejected with a suggestion: %s=%s', (name, value, meant) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(`  ${name}=${value}: `)
  expect(read).toThrow(`; did you mean ${meant}\nCorrect`)
})

test('sockets and sub-paths are rejected with a link to the documentation', () => {
  const asked = { HOST: 'unix:/run/kurs.sock', PORT: '/run/kurs.sock', METRICS_ADDRESS: 'unix:/run/metrics' }
  for (const [name, value] of Object.entries(asked))
    expect(() => readConfig({ [name]: value })).toThrow('Kurs does not listen on Unix sockets: use HOST=127.0.0.1')
  const read = () => readConfig({ SITE_URL: 'https://x.example/kurs' })
  expect(read).toThrow('give it a host name of its own, such as kurs.x.example (documentation: /en/docs/operations/')
})

test('values are trimmed, except a secret, which is used as it is with a warning', () => {
  const SECRET = `"${'s'.repeat(32)}"\r`
  expect(readConfig({ LOG_LEVEL: ' warn ', SIGN_UP: 'closed\t', SECRET })).toMatchObject({
    ...{ LOG_LEVEL: 'warn', SIGN_UP: 'closed', SECRET },
  })
  expect(strayOfSecret(SECRET)).not.toContain('sss')
  expect([strayOfSecret('s'.repeat(32)), strayOfSecret('')]).toEqual([undefined, undefined])
})

test('numbers are written in digits', () => {
  for (const PORT of ['0x10', '1e3', '3000.0', '+3000', '0b11']) {
    expect(() => readConfig({ PORT })).toThrow(`PORT=${PORT}: expected a port, 0–65535`)
  }
  expect(() => readConfig({ DRAIN_SECONDS: '-1' })).toThrow('expected a whole number, 0–300')
  expect(readConfig({ PORT: ' 08080 ', HISTORY_DAYS: '7' })).toMatchObject({ PORT: 8080, HISTORY_DAYS: 7 })
})

test('the site URL is normalized to its origin', () => {
  for (const SITE_URL of ['HTTPS://Kurs.Example', ' https://kurs.example:443/ ', 'https://kurs.example'])
    expect(readConfig({ SITE_URL }).SITE_URL).toBe('https://kurs.example')
  for (const SITE_URL of ['https://kurs.example/app', 'https://kurs.example/?a', 'https://me:word@kurs.example'])
    expect(() => readConfig({ SITE_URL })).toThrow('expected an address without a path, such as https://kurs.example')
})

test('an invalid secret is named but not shown', () => {
  expect(() => readConfig({ SECRET: 'hunter2' })).toThrow(/SECRET=…: expected at least 32/)
})

test('an invalid database URL is not shown, because it may contain credentials', () => {
  for (const APP_DB_URL of [
    'postgres://kurs:hunter2@db/app',
    'wss://db.example?authToken=hunter2',
    'db.example?a=hunter2',
  ])
    expect(() => readConfig({ APP_DB_URL })).toThrow(/APP_DB_URL=…: expected file:(?![\s\S]*hunter2)/)
})

test('a secret is created once and readable only by its owner', () => {
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
])('roles are deduplicated and accepted in any order: %s', (given, expected) => {
  expect(readConfig({ ROLES: given }).ROLES as string[]).toEqual(expected)
})

test.each([
  ['cook', 'there is no role cook'],
  ['web,Feed', 'there is no role Feed'],
  ['sender,cook,baker', 'there is no role cook, baker'],
  [',', 'no role is named'],
])('an unknown role is rejected: %s', (given, problem) => {
  expect(() => readConfig({ ROLES: given })).toThrow(
    `ROLES=${given}: ${problem}: expected some of web, ticker, feed, bots, telegram, sender, separated by commas\nCorrect`,
  )
})

test.each(['sender', 'telegram', 'telegram,sender'])('a process that would do nothing is rejected: %s', (given) => {
  expect(() => readConfig({ ROLES: given })).toThrow(
    `ROLES=${given}: does nothing without a bot: expected TELEGRAM_TOKEN to be set\nCorrect`,
  )
  const config = readConfig({ ROLES: given, TELEGRAM_TOKEN: '123456:ABC-def' })
  expect(config.ROLES.join()).toBe(given)
  expect(readConfig({ ROLES: `web,${given}` }).ROLES[0]).toBe('web')
})

test('open pages check for newer builds every five minutes by default', () => {
  expect(readConfig({}).BUILD_CHECK_SECONDS).toBe(300)
  expect(readConfig({ BUILD_CHECK_SECONDS: '0' }).BUILD_CHECK_SECONDS).toBe(0)
})

test('ninety days of prices are fetched by default', () => {
  expect(readConfig({}).HISTORY_DAYS).toBe(90)
  expect(readConfig({ HISTORY_DAYS: '3650' }).HISTORY_DAYS).toBe(3650)
  for (const HISTORY_DAYS of ['0', '-1', '1.5', '3651', 'all']) {
    expect(() => readConfig({ HISTORY_DAYS })).toThrow(`HISTORY_DAYS=${HISTORY_DAYS}: expected a whole number, 1–3650`)
  }
})

test('the audit log is kept for a year by default', () => {
  expect(readConfig({}).AUDIT_DAYS).toBe(365)
  expect(readConfig({ AUDIT_DAYS: '0' }).AUDIT_DAYS).toBe(0)
  for (const AUDIT_DAYS of ['-1', '1.5', '36501', 'year']) {
    expect(() => readConfig({ AUDIT_DAYS })).toThrow(`AUDIT_DAYS=${AUDIT_DAYS}: expected a whole number, 0–36500`)
  }
})

test('scheduled backups to a store require its keys, which are never shown', () => {
  const keys = { S3_ACCESS_KEY_ID: 'an-id', S3_SECRET_ACCESS_KEY: 'a-secret' }
  for (const BACKUP_DIR of ['s3://kept', 's3://kept/', 's3://kept.site/a folder/of backups', './s3'])
    expect(readConfig({ BACKUP_DIR, ...keys })).toMatchObject({ BACKUP_DIR, ...keys })
  for (const BACKUP_DIR of ['s3:', 's3:/kept', 's3:///kept', 's3://k', 'https://kept.s3.example'])
    expect(() => readConfig({ BACKUP_DIR, ...keys })).toThrow(
      `BACKUP_DIR=${BACKUP_DIR}: expected a folder or s3://BUCKET/FOLDER\n`,
    )
  expect(() => readConfig({ BACKUP_DIR: 'S3://kept', ...keys })).toThrow('; did you mean BACKUP_DIR=s3://kept?\n')
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    expect(() => readConfig({ BACKUP_DIR: 's3://kept', ...keys, [name]: '' })).toThrow(
      'BACKUP_DIR=s3://kept: needs keys: expected S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to be set\n',
    )
    expect(() => readConfig({ [name]: 'two words' })).toThrow(`${name}=…: expected a key without spaces\n`)
  }
  expect(() => readConfig({ S3_ENDPOINT: 'store:9000', S3_REGION: 'a b' })).toThrow(
    /S3_ENDPOINT=store:9000: expected an address[^\n]*\n {2}S3_REGION=a b: expected a region such as eu-central-1\n/,
  )
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

test('the Redis URL may contain a database number, and its password is not shown', () => {
  for (const REDIS_URL of ['redis://localhost', 'redis://me:pass@10.0.0.1:6380/3', 'rediss://redis.example/0']) {
    expect(readConfig({ REDIS_URL })).toMatchObject({ REDIS_URL, REDIS_PREFIX: 'kurs' })
  }
  for (const REDIS_URL of ['http://:pass@localhost', 'redis://:pass@localhost/name', 'redis://:pass@localhost/1?a=b']) {
    expect(() => readConfig({ REDIS_URL })).toThrow(/REDIS_URL=…: expected redis:\/\/(?!.*pass)/)
  }
  expect(() => readConfig({ REDIS_PREFIX: 'two words' })).toThrow('REDIS_PREFIX=two words: expected at most 64 letters')
})
