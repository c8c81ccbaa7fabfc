import { expect, test } from 'bun:test'
import { mostToasts, usualMs } from './toasts.browser.ts'

// Browser tests on a busy machine could not measure these values.
test('a toast stays for five seconds, and at most five are shown', () => {
  expect({ usualMs, mostToasts }).toEqual({ usualMs: 5000, mostToasts: 5 })
})
