import { expect, test } from 'bun:test'
import { UnreachableError } from './unreachable.ts'

function fault(message: string, code?: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), code && { code })
}

test.each([
  ['of Bun', fault('Unable to connect', 'ConnectionRefused'), 'connection refused'],
  ['of Node', fault('fetch failed', undefined, fault('connect', 'ECONNREFUSED')), 'connection refused'],
  ['of Node, without a code', fault('fetch failed', undefined, fault('other side closed')), 'other side closed'],
  ['of a server', fault('status 401, Unauthorized'), 'status 401, Unauthorized'],
])('the reason of a failure %s is extracted', (_, cause, why) => {
  expect(new UnreachableError('http://db', cause).why).toBe(why)
})
