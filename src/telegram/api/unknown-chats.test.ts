import { expect, test } from 'bun:test'
import type { ApiOutcome } from './outcome.ts'
import { createUnknownChatMonitor } from './unknown-chats.ts'

const known: ApiOutcome = { status: 'refused', kind: 'blocked', error: 'Forbidden: bot was blocked by the user' }
const unknown: ApiOutcome = { status: 'refused', kind: 'unreachable', error: 'Bad Request: chat not found' }

test('an unknown chat among known ones is believed to be gone', () => {
  const strangers = createUnknownChatMonitor()
  expect(strangers.check(unknown)).toEqual({ isCredible: false, shouldStop: false })
  for (let n = 0; n < 10; n++) strangers.check(known)
  for (let n = 0; n < 9; n++) expect(strangers.check(unknown)).toEqual({ isCredible: true, shouldStop: false })
  for (let n = 0; n < 10; n++) expect(strangers.check(unknown)).toEqual({ isCredible: false, shouldStop: false })
  expect(strangers.check(unknown)).toEqual({ isCredible: false, shouldStop: true })
  expect(strangers.check(unknown)).toEqual({ isCredible: false, shouldStop: false })
})

test('outcomes that say nothing about a chat are not counted', () => {
  const strangers = createUnknownChatMonitor()
  for (let n = 0; n < 19; n++) strangers.check(unknown)
  strangers.check({ status: 'unsent', error: 'broken' })
  strangers.check({ status: 'refused', kind: 'content', error: 'Bad Request: message is too long' })
  expect(strangers.check(unknown)).toEqual({ isCredible: false, shouldStop: true })
})
