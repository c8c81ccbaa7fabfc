import { expect, test } from 'bun:test'
import { paths } from '../paths.ts'
import { opsOperations } from './ops-operations.ts'
import { opsRoutes } from './routes.ts'

test('the answer of a stopping process matches the API document', async () => {
  const answer = await opsRoutes({ databases: {}, isStopping: () => true }).request(paths.ready)
  const { otherwise } = opsOperations.find(({ path }) => path === paths.ready) ?? {}
  expect([answer.status, otherwise?.status]).toEqual([503, 503])
  expect(otherwise?.schema?.safeParse(await answer.json())).toEqual({ success: true, data: { status: 'stopping' } })
})
