import { expect, test } from 'bun:test'
import { nearestTo } from './nearest.ts'

test('a name is meant at a third of its letters in edits, two at most', () => {
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

test('a beginning names one command or none', () => {
  expect(nearestTo('broad', ['broadcast', 'bot'])).toBe('broadcast')
  expect(nearestTo('back', ['backup', 'backtest'])).toBeUndefined()
  expect(nearestTo('ba', ['backtest'])).toBeUndefined()
})
