import { expect, test } from 'bun:test'
import type { ApiOutcome } from './outcome.ts'
import { createStrangers } from './strangers.ts'

const known: ApiOutcome = { status: 'refused', kind: 'blocked', error: 'Forbidden: bot was blocked by the user' }
const unknown: ApiOutcome = { status: 'refused', kind: 'unreachable', error: 'Bad Request: chat not found' }

test('an unknown chat among known ones is believed to be gone', () => {
  const strangers = createStrangers()
  expect(strangers.meet(unknown)).toEqual({ isBelieved: false, isTime: false })
  for (let n = 0; n < 10; n++) strangers.meet(known)
  for (let n = 0; n < 9; n++) expect(strangers.meet(unknown)).toEqual({ isBelieved: true, isTime: false })
  for (let n = 0; n < 10; n++) expect(strangers.meet(unknown)).toEqual({ isBelieved: false, isTime: false })
  expect(strangers.meet(unknown)).toEqual({ isBelieved: false, isTime: true })
  expect(strangers.meet(unknown)).toEqual({ isBelieved: false, isTime: false })
})

test('outcomes that say nothing about a chat are not counted', () => {
  const strangers = createStrangers()
  for (let n = 0; n < 19; n++) strangers.meet(unknown)
  strangers.meet({ status: 'unsent', error: 'broken' })
  strangers.meet({ status: 'refused', kind: 'content', error: 'Bad Request: message is too long' })
  expect(strangers.meet(unknown)).toEqual({ isBelieved: false, isTime: true })
})
