import { expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { AppError } from './errors.ts'
import { createProgressStreams } from './progress-stream.ts'

test('a hundred streams may be open; further ones are refused until one ends', async () => {
  const watching = createProgressStreams()
  const watched = { first: 0, look: async () => 0, changeBetween: () => undefined }
  const app = new Hono()
    .get('/', (c) => watching.stream(c, watched))
    .onError((error, c) => c.text(error.message, error instanceof AppError ? error.status : 500))
  const open = async () => app.request('/')
  const watchers: Response[] = []
  for (let n = 0; n < 100; n++) watchers.push(await open())
  expect(watchers.filter(({ status }) => status !== 200)).toEqual([])
  expect((await open()).status).toBe(503)
  await watchers.pop()?.body?.cancel()
  let next = await open()
  for (; next.status === 503; next = await open()) await setImmediate()
  expect(next.status).toBe(200)
  expect((await open()).status).toBe(503)
  watching.close()
  // Each stream has sent hello and then ended.
  for (const { body } of [...watchers, next]) expect(await new Response(body).text()).toStartWith('event: hello')
})
