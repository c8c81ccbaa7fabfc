import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { anyone, declareAccess } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { documented, type OperationDescription, operationsOf } from './operation.ts'

const limit = { burst: 3, everyMs: 1000 }
const description: OperationDescription = {
  id: 'isUp',
  section: 'service',
  summary: 'api.operations.isUp',
  answer: { status: 200 },
}

test('an operation takes its address from the route, and access, scope and limit from the guard', async () => {
  const guard = declareAccess<AppEnv>('auth', async (c) => c.text('refused', 401), { scope: 'bots:read', limit })
  const routes = new Hono<AppEnv>().route('/', new Hono<AppEnv>().post('/x/:id', documented(guard, description)))
  expect(operationsOf(routes.routes)).toEqual([
    { ...description, method: 'post', path: '/x/:id', scope: 'bots:read', isPersonal: true, limit },
  ])
  expect((await routes.request('/x/1', { method: 'POST' })).status).toBe(401)
})

test('routes that share a guard have their own operations, by section', () => {
  const routes = new Hono<AppEnv>()
    .get('/up', documented(anyone, description))
    .get('/silent', anyone)
    .get('/assets', documented(anyone, { ...description, id: 'listAssets', section: 'market' }))
  expect(operationsOf(routes.routes).map(({ id, path }) => [id, path])).toEqual([
    ['listAssets', '/assets'],
    ['isUp', '/up'],
  ])
})

test('a method that the document does not support is refused', () => {
  const routes = new Hono<AppEnv>().put('/x', documented(anyone, description))
  expect(() => operationsOf(routes.routes)).toThrow('PUT /x cannot be documented')
})
