import { expect, test } from 'bun:test'
import { paths } from '../paths.ts'
import { createDevChanges, devRoutes } from './dev-routes.ts'

function open() {
  const changes = createDevChanges()
  const app = devRoutes(changes, 5)
  const server = Bun.serve({ port: 0, fetch: (request) => app.fetch(request) })
  return { changes, server, address: new URL(paths.devChanges, server.url) }
}

async function readUntil(response: Response, text: string): Promise<string> {
  let seen = ''
  for await (const chunk of response.body ?? []) {
    seen += new TextDecoder().decode(chunk)
    if (seen.includes(text)) break
  }
  return seen
}

test('a page receives changes, and stays connected without any', async () => {
  const { changes, server, address } = open()
  expect(await readUntil(await fetch(address), 'event: ping')).toContain('event: hello')
  const response = await fetch(address)
  changes.announce()
  expect(await readUntil(response, 'event: change')).toContain('event: change')
  changes.close()
  await server.stop()
})

test('the server stops even while a page is open', async () => {
  const { changes, server, address } = open()
  const response = await fetch(address)
  changes.close()
  await server.stop()
  expect(await response.text()).toContain('event: hello')
})
