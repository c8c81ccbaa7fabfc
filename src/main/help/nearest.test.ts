import { expect, test } from 'bun:test'
import { nearestTo } from './answer-help.ts'

test('a name is suggested up to one edit per three letters, at most two', () => {
  const known = ['serve', 'subscriber', 'user']
  const meant = ['srve', 'sever', 'sbscrbr', 'subscribr', 'subscrber', 'subsciber', 'usr', 'us', 'use', 'xyz']
  expect(meant.map((word) => nearestTo(word, known))).toEqual([
    'serve',
    undefined,
    undefined,
    'subscriber',
    'subscriber',
    'subscriber',
    'user',
    undefined,
    'user',
    undefined,
  ])
  expect(nearestTo('sxbscribxr', known)).toBe('subscriber')
  expect(nearestTo('sxbsxribxr', known)).toBeUndefined()
  expect(nearestTo('srx', ['sry', 'srz'])).toBe('sry')
})

test('a prefix is completed only if it is unambiguous and long enough', () => {
  expect(nearestTo('broad', ['broadcast', 'bot'])).toBe('broadcast')
  expect(nearestTo('back', ['backup', 'backtest'])).toBeUndefined()
  expect(nearestTo('ba', ['backtest'])).toBeUndefined()
})
