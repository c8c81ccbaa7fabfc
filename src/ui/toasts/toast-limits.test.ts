import { expect, test } from 'bun:test'
import { defaultMs, mostToasts } from './toasts.browser.ts'

// Browser tests on a busy machine could not measure these values.
test('a toast stays for five seconds, and at most five are shown', () => {
  expect({ defaultMs, mostToasts }).toEqual({ defaultMs: 5000, mostToasts: 5 })
})
