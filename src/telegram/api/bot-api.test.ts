import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { type BotApi, createBotApi } from './bot-api.ts'

let telegram: Telegram
let api: BotApi
const opened: Telegram[] = []
beforeEach(() => {
  // The clock of the server is stopped: all twenty messages fall into one second, however long they take.
  telegram = startTelegram({ now: () => 1_800_000_000_000 })
  opened.push(telegram)
  api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
})
afterAll(async () => {
  for (const each of opened) await each.close()
})

const send = (more: Record<string, unknown> = {}) => api.call('sendMessage', { chat_id: 7, text: 'Курс', ...more })

test('a sent message is returned, with its text unchanged', async () => {
  expect(await send()).toMatchObject({ status: 'sent', result: { message_id: 1, text: 'Курс' } })
  expect(api.botId).toBe(1000001)
})

test('each refusal is classified and has Telegram’s text', async () => {
  telegram.chats.set('1', 'blocked').set('2', 'deactivated').set('3', 'not-found').set('4', { movedTo: -1009 })
  expect(await send({ chat_id: 1 })).toMatchObject({ kind: 'blocked', error: 'Forbidden: bot was blocked by the user' })
  expect(await send({ chat_id: 2 })).toMatchObject({ kind: 'gone' })
  expect(await send({ chat_id: 3 })).toMatchObject({ kind: 'unreachable' })
  expect(await send({ chat_id: 4 })).toMatchObject({ kind: 'migrated', migrateTo: -1009 })
  expect(await send({ text: '<b>x', parse_mode: 'HTML' })).toMatchObject({ status: 'refused', kind: 'content' })
  expect(await send({ text: 'x'.repeat(4097) })).toMatchObject({ kind: 'content' })
  const row = Array.from({ length: 101 }, () => ({ text: 'x', callback_data: 'x' }))
  expect(await send({ reply_markup: { inline_keyboard: [row] } })).toMatchObject({ kind: 'content' })
  const mixed = ['photo', 'document'].map((type) => ({ type, media: 'file-1' }))
  expect(await api.call('sendMediaGroup', { chat_id: 7, media: mixed })).toMatchObject({ kind: 'content' })
  telegram.faults.revoked = true
  expect(await send()).toMatchObject({ kind: 'revoked', error: 'Unauthorized' })
})

test('a rate limit is returned with the seconds to wait', async () => {
  for (let sent = 0; sent < 20; sent++) await send()
  expect(await send()).toEqual({ status: 'too-many', retryAfter: 1 })
})

test.each(['before-500', 'after-500', 'after-502', 'after-cut', 'before-reset', 'after-reset', 'after-hang'] as const)(
  'after %s the outcome is unknown, and the request is not repeated',
  async (fault) => {
    // The first request opens a connection: clients repeat a request that an already open connection lost.
    expect(await send()).toMatchObject({ status: 'sent' })
    telegram.faults.next = [fault]
    if (fault === 'after-hang') {
      api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 1 })
    }
    expect(await send()).toMatchObject({ status: 'unknown' })
    expect(telegram.counts.get('sendMessage')).toBe(2)
  },
)

test('without a connection nothing is sent, and the error does not contain the token', async () => {
  await using closed = Bun.serve({ port: 0, fetch: () => new Response() })
  const root = closed.url.origin
  await closed.stop(true)
  for (const at of [root, 'http://nowhere.invalid']) {
    const outcome = await createBotApi({ token: '5:secret', root: at }).call('getMe', {}, new AbortController().signal)
    expect(outcome).toMatchObject({ status: 'unsent' })
    expect(JSON.stringify(outcome)).not.toContain('secret')
  }
})
