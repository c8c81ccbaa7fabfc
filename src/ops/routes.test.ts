import { expect, test } from 'bun:test'
import { operationsOf } from '../openapi/operation.ts'
import { paths } from '../paths.ts'
import { opsRoutes } from './routes.ts'

test('the answer of a stopping process matches the API document', async () => {
  const routes = opsRoutes({ databases: {}, isStopping: () => true })
  const answer = await routes.request(paths.ready)
  const { otherwise } = operationsOf(routes.routes).find(({ path }) => path === paths.ready) ?? {}
  expect([answer.status, otherwise?.status]).toEqual([503, 503])
  expect(otherwise?.schema?.safeParse(await answer.json())).toEqual({ success: true, data: { status: 'stopping' } })
})
