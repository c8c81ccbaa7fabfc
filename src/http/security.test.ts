import { expect, test } from 'bun:test'
import { securityHeaders } from './security.ts'

test('without a separate ticker, pages connect only to their own site', () => {
  expect(connectSourcesOf([])).toEqual([`'self'`])
})

test.each([
  ['https://ticker.example', 'https://ticker.example', 'wss://ticker.example'],
  ['wss://ticker.example', 'https://ticker.example', 'wss://ticker.example'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000', 'ws://127.0.0.1:4000'],
  ['ws://127.0.0.1:4000', 'http://127.0.0.1:4000', 'ws://127.0.0.1:4000'],
  ['https://ticker.example:8443/below?a=1;b', 'https://ticker.example:8443', 'wss://ticker.example:8443'],
])('pages may connect to a ticker at %s by fetch and websocket', (address, byFetch, bySocket) => {
  expect(connectSourcesOf([address])).toEqual([`'self'`, byFetch, bySocket])
})

test('third-party scripts are allowed only with analytics', () => {
  const policy = (analytics?: string[]) =>
    new Map(securityHeaders({ inlineScripts: [], connectTo: [], isHttps: true, analytics })).get(
      'content-security-policy',
    )
  expect(policy()).not.toContain('https:')
  const counting = policy(['https://mc.yandex.ru'])
  for (const directive of ['script-src', 'img-src', 'connect-src']) {
    expect(counting).toMatch(new RegExp(`${directive} [^;]*https://mc\\.yandex\\.ru`))
  }
})

function connectSourcesOf(connectTo: string[]): string[] | undefined {
  const headers = new Map(securityHeaders({ inlineScripts: [], connectTo, isHttps: false }))
  const directives = headers.get('content-security-policy')?.split('; ')
  return directives
    ?.find((directive) => directive.startsWith('connect-src '))
    ?.split(' ')
    .slice(1)
}
