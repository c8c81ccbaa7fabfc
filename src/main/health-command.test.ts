import { expect, test } from 'bun:test'
import { type Role, roles } from '../config/roles.ts'
import { runHealth } from './health-command.ts'

/**
 * Runs the command next to a server that answers with `status`; undefined: no server. @returns exit status and output
 */
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

test('a server that answers is healthy, whatever address it listens on', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost'])
    expect([host, await health(200, host)]).toEqual([host, { code: 0, said: 'ok\n', asked: ['/healthz'] }])
})

test('a server that fails or does not answer is unhealthy, with the reason', async () => {
  expect(await health(500)).toMatchObject({ code: 1, said: 'http://127.0.0.1:PORT/healthz answers 500\n' })
  expect(await health(undefined)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^http:\/\/127\.0\.0\.1:PORT\/healthz does not answer: .+\n$/),
  })
})

test('a process without a port is healthy and gets no request', async () => {
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
