import { expect, test } from 'bun:test'
import { UnwritableError, unwritableReason } from '../../../db/unwritable.ts'
import { deserializeError, serializeError } from './messages.ts'

const sent = (error: unknown) => deserializeError(structuredClone(serializeError(error)))

test('a sent error keeps the fields by which it is handled', () => {
  const full = Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' })
  const unwritable = sent(new UnwritableError('content.db', 'full', full))
  expect(unwritable).toBeInstanceOf(UnwritableError)
  expect(unwritable).toMatchObject({ database: 'content.db', reason: 'full', cause: { message: full.message } })
  expect(unwritableReason(unwritable)).toBe('full')

  const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', path: '/data/images/a.webp' })
  expect(sent(noRoom)).toMatchObject({ message: noRoom.message, code: 'ENOSPC', path: '/data/images/a.webp' })

  const plain = sent(new Error('outer', { cause: new Error('inner') }))
  expect([plain.message, 'code' in plain, plain.cause]).toEqual(['outer', false, new Error('inner')])
  expect(sent('words').message).toBe('words')
})
