import { expect, test } from 'bun:test'
import { readConfig } from '../../config.ts'
import { answerMs, usualLeases } from '../api/leases.ts'
import { longestFreezeMs } from './bucket.ts'
import { paidRate, replyRate } from './bucket-queries.ts'

test('broadcasts leave four a second to replies, and both together less than what Telegram takes', () => {
  const { TELEGRAM_RATE: bulk } = readConfig({})
  expect([bulk, replyRate, paidRate]).toEqual([25, 4, 1000])
  expect(bulk + replyRate).toBeLessThan(30)
})

test('Telegram is asked again after a quarter of an hour, as the manual says', () => {
  expect(longestFreezeMs).toBe(15 * 60_000)
})

test('a send is taken for cut off long after its answer could have come, as the manual says', async () => {
  expect(usualLeases).toEqual({ claimed: 20_000, sending: 45_000 })
  expect(usualLeases.sending).toBeGreaterThanOrEqual(3 * answerMs)
})
