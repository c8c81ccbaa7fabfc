import { expect, test } from 'bun:test'
import { defaultMs, maxToasts } from './toasts.browser.ts'

// The values are compared here, because browser tests on a busy machine could not measure them.
test('a toast stays for five seconds, and at most five are shown', () => {
  expect({ defaultMs, maxToasts }).toEqual({ defaultMs: 5000, maxToasts: 5 })
})
