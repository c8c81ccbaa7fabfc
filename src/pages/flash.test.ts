import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { cookieOf, visitorOf } from '../../tests/visitor.ts'
import { createCookies } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import { createFlashes } from './flash.ts'

const flashes = createFlashes(createCookies('https://kurs.test'), () => 1_000_000)
const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.set('locale', 'en')
    await next()
  })
  .post('/leave', async (c) => {
    const { about = '', undo = '' } = await c.req.parseBody<Record<string, string>>()
    flashes.leave(c, 'alerts.flashDeleted', { about, undo })
    return c.body(null, 204)
  })
  .get('/take', (c) => c.json(flashes.take(c) ?? null))
  .get('/alerts', (c) => c.json(flashes.takeUndoable(c, 'alerts')))
const as = (cookie = '') => visitorOf(async (path, init) => app.request(path, init), { cookie })

test('a message without an undo keeps its subject, with white space as single spaces', async () => {
  const left = await as().post('/leave', { about: ' BTC\tUSDT,\n 65000 ' })
  const taken = await as(cookieOf(left, 'flash')).read('/take')
  expect(JSON.parse(taken)).toBe('Alert deleted: BTC USDT, 65000.')
})

test('of twenty long messages the newest keeps its undo, and browsers accept the cookie', async () => {
  let cookie = ''
  for (let n = 1; n <= 20; n++) {
    const answer = await as(cookie).post('/leave', {
      about: `${n} ${'ё'.repeat(100)}`,
      undo: `${n}.${'x'.repeat(700)}`,
    })
    const [line = ''] = answer.headers.getSetCookie()
    expect(line.length).toBeLessThanOrEqual(4096)
    cookie = cookieOf(answer, 'flash')
  }
  const shown: { undo?: string }[] = JSON.parse(await as(cookie).read('/alerts'))
  expect(shown.map(({ undo = '' }) => undo.split('.')[0])).toEqual(['19', '20'])
})

test('a page that changes no message sends no cookie', async () => {
  const left = await as().post('/leave', { about: 'BTCUSDT', undo: 'token' })
  const other = await as(cookieOf(left, 'flash')).get('/take')
  expect(cookieOf(other, 'flash')).toBe('')
  const first = await as(cookieOf(left, 'flash')).get('/alerts')
  expect(cookieOf(first, 'flash')).not.toBe('')
  const again = await as(cookieOf(first, 'flash')).get('/alerts')
  expect(cookieOf(again, 'flash')).toBe('')
  expect(again.html).toContain('Alert deleted: BTCUSDT.')
})
