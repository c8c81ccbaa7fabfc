import { expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Claim } from './claim-queries.ts'
import { createPlans } from './message-plan.ts'
import type { Result } from './result-queries.ts'
import { createRowSender } from './send-row.ts'

test('an intent from before a stall is not followed: others may take the row for cut off, and send it', async () => {
  await using stack = new AsyncDisposableStack()
  const outbox = await openOutbox()
  stack.defer(outbox.close)
  const broadcastId = await addBroadcast(outbox, { state: 'running', onUnknown: 'resend' })
  const calls: string[] = []
  const results: Result[] = []
  const sender = createRowSender({
    outbox,
    api: {
      botId: 1,
      call: async (method) => {
        calls.push(method)
        return { status: 'sent', result: { message_id: 7 } }
      },
    },
    most: { bulk: 25, reply: 4, paid: 1000 },
    leases: { claimed: 20_000, sending: 3600_000 },
    plans: createPlans(outbox),
    writer: { add: (result) => void results.push(result) },
    log: { warn: () => {} },
    now: Date.now,
    dropAll: () => Promise.resolve(),
  })
  const of = { broadcastId, revision: 1, lane: 'bulk', onUnknown: 'resend' } as const
  const row: Claim = { ...of, chatId: 1, part: 0, locale: 'ru', name: '', variant: 0, attempts: 0 }
  await sender.send(row, performance.now() - 3600_000)
  expect([calls, results[0]]).toEqual([[], expect.objectContaining({ state: 'pending', isRefunded: true })])
  await sender.send(row, performance.now())
  expect([calls, results[1]]).toEqual([['sendMessage'], expect.objectContaining({ state: 'sent', messageId: 7 })])
})
