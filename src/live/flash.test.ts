import { expect, test } from 'bun:test'
import { createFlashGate } from './flash.ts'

test('prices flash together, and again a second later', () => {
  const mayFlash = createFlashGate()
  expect([0, 10, 50, 51, 250, 999].map(mayFlash)).toEqual([true, true, true, false, false, false])
  expect([1000, 1030, 1500, 1999, 5000].map(mayFlash)).toEqual([true, true, false, false, true])
})
