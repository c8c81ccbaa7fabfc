import { expect, test } from 'bun:test'
import { openOutbox } from '../../../tests/outbox.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import type { Result } from './result-queries.ts'
import { createResultWriter } from './result-writer.ts'

const claim = { broadcastId: 'a', revision: 1, lane: 'bulk', onUnknown: 'hold', locale: 'en', name: 'Al' } as const
const resultOf = (chatId: number): Result => ({
  row: { ...claim, chatId, part: 0, variant: 0, attempts: 1 },
  state: 'sent',
  reason: null,
  error: null,
  messageId: 7,
  messages: 1,
  dueAt: 0,
  isRefunded: false,
  hasNext: false,
})

test('a process that ends while its database is unreachable drops results and logs how many', async () => {
  await using opened = new AsyncDisposableStack()
  const db = await openOutbox()
  opened.defer(db.close)
  const away = { ...db, writeRaw: () => Promise.reject(new UnwritableError('app.db', 'unreachable', undefined)) }
  const warnings: unknown[] = []
  const log = { error: () => {}, warn: (...said: unknown[]) => void warnings.push(said) }
  const writer = createResultWriter({ db: away, leaseOwner: 'one', now: () => 0, log })
  writer.giveUpAfter(0)
  for (const chatId of [1, 2]) writer.add(resultOf(chatId))
  await Promise.all([writer.flush(), writer.room('bulk', 0)])
  expect(writer.size()).toBe(0)
  expect(warnings).toEqual([['Send results not saved before shutdown: their outcome is unknown', { messages: 2 }]])
})
