import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, readSecret } from './config.ts'

test('an empty environment is a complete configuration', () => {
  const config = readConfig({})
  expect(config.PORT).toBe(3000)
  expect(config.databases.content.url).toEndWith('/data/content.db')
  expect(config.ROLES).toContain('web')
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
  rmSync(folder, { recursive: true })
})
