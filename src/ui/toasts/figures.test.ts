import { expect, test } from 'bun:test'
import { mostToasts, usualMs } from './toasts.browser.ts'

// Browsers on a busy machine could not tell them from others.
test('a toast stays for five seconds, beside four others at most', () => {
  expect({ usualMs, mostToasts }).toEqual({ usualMs: 5000, mostToasts: 5 })
})
