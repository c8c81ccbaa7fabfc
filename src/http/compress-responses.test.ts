import { expect, test } from 'bun:test'
import zlib from 'node:zlib'
import { Hono } from 'hono'
import { compressResponses } from './compression.ts'

const short = { text: 'Курс' }
const long = Array.from({ length: 2000 }, (_, at) => at)
const app = new Hono()
  .use('*', compressResponses)
  .use('*', async (c, next) => {
    c.header('vary', 'Cookie')
    await next()
  })
  .get('/short', (c) => c.json(short))
  .get('/long', (c) => c.json(long, 200, { 'content-length': '8890' }))
  .get('/unchanged', (c) => c.body(null, 304, { 'content-type': 'application/json' }))
  .get('/nothing', (c) => c.body(null, 401, { 'content-type': 'application/json' }))

const ask = (path: string, accepted = 'br') => app.request(path, { headers: { 'accept-encoding': accepted } })

test.each([
  ['/short', short],
  ['/long', long],
] as const)('JSON is compressed as a whole, and Vary includes the encoding: %s', async (path, data) => {
  const answer = await ask(path)
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
    'br',
    'Cookie, Accept-Encoding',
  ])
  expect(answer.headers.get('content-length')).toBeNull()
  const text = zlib.brotliDecompressSync(await answer.arrayBuffer()).toString()
  expect(JSON.parse(text)).toEqual(data)
})

test('a client that accepts no encoding gets plain JSON', async () => {
  const answer = await ask('/short', 'identity')
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
    null,
    'Cookie, Accept-Encoding',
  ])
  expect(await answer.json()).toEqual(short)
})

test('answers to HEAD and with 304 have the same Vary header', async () => {
  const head = await app.request('/short', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect(head.body).toBeNull()
  expect(head.headers.get('vary')).toBe('Cookie, Accept-Encoding')
  const unchanged = await ask('/unchanged')
  expect([unchanged.status, unchanged.headers.get('vary')]).toEqual([304, 'Cookie, Accept-Encoding'])
})

test('an answer without a body stays empty', async () => {
  const answer = await ask('/nothing')
  expect(answer.status).toBe(401)
  expect(answer.body).toBeNull()
  expect(answer.headers.get('content-encoding')).toBeNull()
})
