import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../../tests/property-runs.ts'
import { readUpdate } from './update.ts'

const from = { id: 7, first_name: 'A', last_name: 'B', username: 'ab', language_code: 'en' }
const chat = { id: 7, type: 'private' }
const person = { name: 'A B', username: 'ab', language: 'en' }

test('texts, clicks and memberships of private chats are read; other messages have an empty text', () => {
  expect(readUpdate({ update_id: 1, message: { chat, from, text: 'hi' } })).toEqual({
    id: 1,
    kind: 'text',
    chatId: 7,
    person,
    text: 'hi',
  })
  expect(readUpdate({ update_id: 2, message: { chat, from, photo: [] } })).toMatchObject({ kind: 'text', text: '' })
  expect(readUpdate({ update_id: 3, callback_query: { id: 'q', from, data: 'x' } })).toMatchObject({
    kind: 'click',
    queryId: 'q',
    data: 'x',
    messageId: undefined,
  })
  const left = { update_id: 4, my_chat_member: { chat, from, new_chat_member: { status: 'kicked' } } }
  expect(readUpdate(left)).toMatchObject({ kind: 'membership', isBlocked: true })
})

test('anything with an id is an update, and nothing else is', () => {
  const parts = fc.record({ message: fc.anything(), callback_query: fc.anything(), my_chat_member: fc.anything() })
  const given = fc.record({ id: fc.anything(), parts })
  const property = fc.property(given, ({ id, parts }) => {
    const update = readUpdate({ ...parts, update_id: id })
    expect(update?.id).toBe(Number.isSafeInteger(id) ? Number(id) : undefined)
  })
  fc.assert(property, { numRuns: runsOf(100) })
})
