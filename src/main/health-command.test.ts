import { expect, test } from 'bun:test'
import { type Role, roles } from '../config/roles.ts'
import { runHealth } from './health-command.ts'

/** @returns its exit status and what it said of a server that answers so */
async function health(status: number | undefined, HOST = '127.0.0.1', ROLES: Role[] = [...roles]) {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: HOST,
    fetch: (request) => {
      asked.push(new URL(request.url).pathname)
      return new Response('', { status: status ?? 200 })
    },
  })
  const PORT = server.port ?? 0
  if (status === undefined) await server.stop(true)
  let said = ''
  const code = await runHealth({ HOST, PORT, ROLES }, (text) => {
    said += text
  })
  await server.stop(true)
  return { code, said: said.replaceAll(String(PORT), 'PORT'), asked }
}

test('a server that answers is healthy, on whichever of its addresses it listens', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost'])
    expect([host, await health(200, host)]).toEqual([host, { code: 0, said: 'ok\n', asked: ['/healthz'] }])
})

test('one that fails, or is not there, is not, and the reason is said', async () => {
  expect(await health(500)).toMatchObject({ code: 1, said: 'http://127.0.0.1:PORT/healthz answers 500\n' })
  expect(await health(undefined)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^http:\/\/127\.0\.0\.1:PORT\/healthz does not answer: .+\n$/),
  })
})

test('where no role opens a port nobody is asked: a container of such a process is not ill', async () => {
  const silent = await health(undefined, '127.0.0.1', ['bots', 'sender'])
  expect(silent).toEqual({
    code: 0,
    said: 'ok, as long as it runs: ROLES=bots,sender opens no port to ask at\n',
    asked: [],
  })
  for (const role of roles) {
    const { asked } = await health(200, '127.0.0.1', [role])
    expect([role, asked]).toEqual([role, role === 'web' || role === 'ticker' ? ['/healthz'] : []])
  }
})
