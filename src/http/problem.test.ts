import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { problem } from './problem.ts'

const app = new Hono()
  .get('/plain', (c) => problem(c, 401, 'Unauthorized'))
  .get('/errors', (c) => problem(c, 400, 'Wrong', { detail: 'tf: expected minutes', errors: [{ parameter: 'tf' }] }))
  .get('/members', (c) => problem(c, 409, 'Changed', { layout: { id: 'a' } }))

test('a problem document has its standard members first, then the additional ones', async () => {
  const response = await app.request('/plain?x=1')
  expect(response.status).toBe(401)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe('{"type":"about:blank","title":"Unauthorized","status":401,"instance":"/plain"}')
  expect(await (await app.request('/errors')).text()).toBe(
    '{"type":"about:blank","title":"Wrong","status":400,"detail":"tf: expected minutes","errors":[{"parameter":"tf"}],"instance":"/errors"}',
  )
  expect(await (await app.request('/members')).text()).toBe(
    '{"type":"about:blank","title":"Changed","status":409,"instance":"/members","layout":{"id":"a"}}',
  )
})
