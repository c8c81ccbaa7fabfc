import { afterAll, expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { AppEnv } from '../http/env.ts'
import { type IconDeps, iconRoutes } from './icon-routes.ts'
import type { FoundIcon } from './icon-service.ts'
import { neutralGlyph } from './icon-set.ts'

const body = '<path d="M0 0"/>'
const drawings: Record<string, FoundIcon> = { kurs: { body, width: 20 }, slow: 'failed' }
const asked: string[] = []
const service = {
  find: async (set: string, names: readonly string[]) => {
    asked.push(`${set}:${names}`)
    return new Map(names.map((name) => [name, drawings[name] ?? 'missing'] as const))
  },
}
const openSite = (deps: IconDeps) =>
  new Hono<AppEnv>()
    .use((c, next) => {
      c.set('address', '10.0.0.1')
      return next()
    })
    .route('/', iconRoutes(deps))
const withService = openSite({ service })
const alone = openSite({ service: undefined })
const ask = async (site: ReturnType<typeof openSite>, path: string) => {
  const response = await site.request(`/api/icons/${path}`)
  return { status: response.status, headers: response.headers, json: await response.json() }
}
afterAll(() => expect(asked.every((each) => !each.includes('house'))).toBe(true))

test('the local set answers in the format of Iconify, aliases included', async () => {
  const { status, headers, json } = await ask(alone, 'lucide.json?icons=house,home,no-such,constructor,house')
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=86400'])
  expect(json).toEqual({
    prefix: 'lucide',
    aliases: {},
    icons: {
      house: { body: expect.stringContaining('<path'), width: 24, height: 24 },
      home: json.icons.house,
    },
    not_found: ['no-such', 'constructor'],
  })
})

test('other icons come from the service; failed ones are a neutral glyph, not cached', async () => {
  const { status, headers, json } = await ask(withService, 'lucide.json?icons=house,kurs,slow,none')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(json.icons).toMatchObject({ kurs: { body, width: 20 }, slow: neutralGlyph })
  expect(Object.keys(json.icons)).toEqual(['house', 'kurs', 'slow'])
  expect(json.not_found).toEqual(['none'])
  expect((await ask(withService, 'logos.json?icons=kurs')).json).toEqual({
    prefix: 'logos',
    aliases: {},
    icons: { kurs: { body, width: 20 } },
  })
  expect(asked.slice(-2)).toEqual(['lucide:kurs,slow,none', 'logos:kurs'])
})

test.each([
  ['lucide.json', 400],
  ['lucide.json?icons=', 400],
  ['lucide.json?icons=a,,b', 400],
  ['lucide.json?icons=House', 400],
  ['lucide.json?icons=..%2F..%2Fetc', 400],
  [`lucide.json?icons=${'a'.repeat(65)}`, 400],
  [`lucide.json?icons=${Array.from({ length: 101 }, (_, n) => `a${n}`)}`, 400],
  ['lucide?icons=house', 400],
  ['.json?icons=house', 400],
  ['a%2Fb.json?icons=house', 400],
  ['logos.json?icons=kurs', 404],
])('%s is a problem that says what is expected', async (path, status) => {
  const answer = await ask(alone, path)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.json.detail).toMatch(status === 404 ? /lucide/ : /^Expected /)
})

test('one network may send sixty requests at once, then it is limited', async () => {
  const site = openSite({ service: undefined, now: () => 0 })
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await ask(site, 'lucide.json?icons=house')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})
