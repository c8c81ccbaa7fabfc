import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type BroadcastSite, openBroadcastSite } from '../../../tests/broadcast-site.ts'
import { href, paths } from '../../paths.ts'

let site: BroadcastSite
beforeAll(async () => {
  site = await openBroadcastSite('reader')
})
afterAll(() => site.close())

test('recipients are filtered, searched and paged through', async () => {
  const id = await site.running(130)
  const address = href(paths.broadcastRecipients, { id })
  const rows = (html: string) => [...html.matchAll(/broadcast-number">(-?\d+)</g)].map((match) => Number(match[1]))
  const first = await site.read(address)
  // The heading is the Russian word for a person's name, not for that of a broadcast.
  expect(first).toContain('<th scope="col">Имя</th>')
  expect(rows(first)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(rows(await site.read(`${address}?after=50.0`))[0]).toBe(51)
  expect(rows(await site.read(`${address}?state=failed`))).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130,
  ])
  expect(rows(await site.read(`${address}?state=waiting`))[0]).toBe(7)
  expect(rows(await site.read(`${address}?q=77`))).toEqual([77])
  expect(rows(await site.read(`${address}?q=${encodeURIComponent('читатель 12')}`))).toEqual([
    12, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129,
  ])
  expect(rows(await site.read(`${address}?q=${encodeURIComponent('100%')}`))).toEqual([])
})

test('the file of recipients is complete, and spreadsheets do not execute names', async () => {
  const id = await site.running(2100)
  const whole = await site.send(href(paths.broadcastRecipientsFile, { id }), {})
  const lines = whole.html.trim().split('\r\n')
  expect(lines.length).toBe(2101)
  expect(lines[3]).toContain(",'=cmd|calc,")
  const failed = await site.send(href(paths.broadcastRecipientsFile, { id }), { state: 'failed' })
  expect(failed.html.trim().split('\r\n').length).toBe(211)
})
