import { expect, test } from 'bun:test'
import { readConfig } from '../../config.ts'
import { answerMs, usualLeases } from '../api/leases.ts'
import { maxFreezeMs } from './bucket.ts'
import { paidRate, replyRate } from './bucket-queries.ts'

test('broadcasts leave four a second to replies, and their sum is below Telegram’s limit', () => {
  const { TELEGRAM_RATE: bulk } = readConfig({})
  expect([bulk, replyRate, paidRate]).toEqual([25, 4, 1000])
  expect(bulk + replyRate).toBeLessThan(30)
})

test('Telegram is tried again after a quarter of an hour, as documented in the manual', () => {
  expect(maxFreezeMs).toBe(15 * 60_000)
})

test('a send counts as cut off only long after its answer was due, as documented', async () => {
  expect(usualLeases).toEqual({ claimed: 20_000, sending: 45_000 })
  expect(usualLeases.sending).toBeGreaterThanOrEqual(3 * answerMs)
})
