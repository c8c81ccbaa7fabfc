import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Exchange, startExchange } from '../../../tests/doubles/exchange.ts'
import { readConfig } from '../../config.ts'
import { checkFeed } from './doctor-command.ts'

setDefaultTimeout(60_000)

let exchange: Exchange
beforeEach(async () => {
  exchange = await startExchange({ skewMs: 60_000 })
})
afterEach(() => exchange.close())

const ask = (env: Record<string, string> = {}) => checkFeed(readConfig({ FEED: 'binance', ...env }), exchange.addresses)

test('the exchange gets one request, for its time', async () => {
  const { line, reading } = (await ask()) ?? {}
  expect(line).toEqual([`exchange ${new URL(exchange.addresses.rest).host}`, 'ok'])
  const { askedAt = 0, heardAt = 0 } = reading ?? {}
  // Adds one because the upper bound of `toBeWithin` is exclusive.
  expect(reading?.time).toBeWithin(askedAt + 60_000, heardAt + 60_001)
  expect([exchange.rest.weight, exchange.counts.connects]).toEqual([1, 0])
})

test('an exchange that refuses or cannot be reached is reported with a remedy', async () => {
  const fault = async () => (await ask())?.line[1]
  exchange.faults.forbids = 451
  expect(await fault()).toMatch(/does not serve the country.*\nRun the role "feed" where it is served/)
  exchange.faults.forbids = undefined
  exchange.rest.next = [500]
  expect(await fault()).toMatch(/status 500.*\n.*a server tries again/)
  exchange.rest.next = [429]
  expect(await fault()).toMatch(/refuses this address for \d+ s more/)
  exchange.faults.unanswered.add('/api/v3/time')
  expect(await fault()).toContain('no answer within 4 s')
  await exchange.close()
  expect(await fault()).toContain('See whether this machine reaches it')
})

test('a recording is checked by reading it like a start does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-recording-'))
  const file = join(folder, 'prices.csv')
  const feed = { FEED: `replay:${file}` }
  expect((await ask(feed))?.line).toEqual([`replay:${file}`, expect.stringMatching(/cannot be read.*ENOENT/)])
  await Bun.write(file, 'time,open,high,low,close,volume\n2026-11-23 00:00:00,1,1,1,-1,1\n')
  expect((await ask(feed))?.line[1]).toContain(`${file}:2, column close`)
  await Bun.write(file, 'time,open,high,low,close,volume\n2026-11-23 00:00:00,1,1,1,1,1\n')
  expect((await ask(feed))?.line[1]).toBe('ok')
  await rm(folder, { recursive: true })
})

test('no request is made without the feed role or with the demo feed', async () => {
  expect(await ask({ FEED: 'demo' })).toBeUndefined()
  expect(await ask({ ROLES: 'web' })).toBeUndefined()
  expect(await ask({ FEED: '' })).toBeUndefined()
  expect(exchange.rest.weight).toBe(0)
})
