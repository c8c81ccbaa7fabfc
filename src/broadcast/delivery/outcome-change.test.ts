import { expect, test } from 'bun:test'
import type { RefusalKind } from '../../telegram/api/outcome.ts'
import type { Claim } from './claim-queries.ts'
import { changeOf } from './outcome-change.ts'

const row: Claim = {
  ...{ broadcastId: 'b', revision: 1, chatId: 7, part: 0, name: '', variant: 0, attempts: 0 },
  lane: 'bulk',
  onUnknown: 'hold',
  locale: 'ru',
}
const now = 1_000_000
const hold = { onUnknown: 'hold', now } as const
const refused = (kind: RefusalKind, attempts = 0) =>
  changeOf({ ...row, attempts }, { status: 'refused', kind, error: 'words', migrateTo: 9 }, hold)

test.each(['blocked', 'gone', 'unreachable'] as const)('a chat that is %s fails and is unsubscribed', (kind) => {
  const { change, consequence } = refused(kind)
  expect(change).toMatchObject({ state: 'failed', reason: kind, error: 'words', subscriber: kind, isRefunded: false })
  expect(consequence).toEqual({ kind: 'none' })
})

test('a send without an answer has a reason that the page can display', () => {
  const { change } = changeOf(row, { status: 'unknown', error: 'cut' }, hold)
  expect(change).toMatchObject({ state: 'unknown', reason: 'unknown' })
})

test('an unexplained refusal fails only its row; a migrated chat gets its new id', () => {
  expect(refused('other').change).toMatchObject({ state: 'failed', reason: 'other', error: 'words' })
  expect(refused('other').change.subscriber).toBeUndefined()
  expect(refused('migrated').change).toMatchObject({ migrateTo: 9 })
  expect(refused('migrated').consequence).toEqual({ kind: 'none' })
})

test('a refused message is retried once; an unfetched file five times, with growing waits', () => {
  const retried = (kind: RefusalKind, attempts: number) => {
    const { state, reason, dueAt } = refused(kind, attempts).change
    return state === 'pending' ? dueAt - now : [state, reason]
  }
  expect([retried('content', 0), retried('content', 1)]).toEqual([2000, ['failed', 'content']])
  const fetched = [0, 1, 2, 3, 4].map((attempts) => retried('fetch', attempts))
  expect(fetched).toEqual([2000, 4000, 8000, 16_000, ['failed', 'content']])
})

test('a revoked token, a rate limit and a broken connection do not count as attempts', () => {
  expect(refused('revoked')).toMatchObject({
    change: { state: 'pending', isRefunded: true },
    consequence: { kind: 'revoked', error: 'words' },
  })
  expect(changeOf(row, { status: 'too-many', retryAfter: 35 }, hold)).toMatchObject({
    change: { state: 'pending', isRefunded: true },
    consequence: { kind: 'freeze', waitMs: 35_000 },
  })
  const unsent = changeOf(row, { status: 'unsent', error: 'refused' }, hold)
  expect(unsent).toMatchObject({
    change: { state: 'pending', isRefunded: true },
    consequence: { kind: 'back-off' },
  })
  expect(unsent.change.dueAt).toBeGreaterThan(now)
})

test('an unknown outcome is held; with resend it is sent again at most five times', () => {
  const unknown = (attempts: number, onUnknown: 'hold' | 'resend') =>
    changeOf({ ...row, attempts }, { status: 'unknown', error: 'cut' }, { onUnknown, now }).change.state
  expect(unknown(0, 'hold')).toBe('unknown')
  expect(unknown(4, 'resend')).toBe('pending')
  expect(unknown(5, 'resend')).toBe('unknown')
})

test('a message that Telegram sends later has the id 0 and counts as sent', () => {
  const { change } = changeOf(row, { status: 'sent', result: { message_id: 0 } }, hold)
  expect(change).toMatchObject({ state: 'sent', messageId: 0, messages: 1 })
  const album = Array.from({ length: 10 }, (_, at) => ({ message_id: 5 + at }))
  expect(changeOf(row, { status: 'sent', result: album }, hold).change).toMatchObject({ messageId: 5, messages: 10 })
})
