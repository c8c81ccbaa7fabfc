import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { createBotApi } from '../api/bot-api.ts'
import { findSubscriber } from '../subscribers/subscriber-queries.ts'
import { createWebhookSetter, webhookUrl } from './bot-settings.ts'
import { webhookSecret } from './webhook-routes.ts'

const secret = webhookSecret('a secret of nobody but this test')
let site: TestSite
let telegram: Telegram
beforeAll(async () => {
  telegram = startTelegram()
  const env = {
    TELEGRAM_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    TELEGRAM_WEBHOOK: 'https://kurs.test',
  }
  site = await createTestSite({ env })
})
afterAll(async () => {
  await site.close()
  await telegram.close()
})

const start = (id: number, update_id: number) => ({
  update_id,
  message: { message_id: 1, chat: { id, type: 'private' }, from: { id, first_name: 'A' }, text: '/start' },
})

async function bring(body: unknown, shown: string | undefined): Promise<number> {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (shown !== undefined) headers.set('x-telegram-bot-api-secret-token', shown)
  const init = { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
  return (await site.app.request('/telegram/webhook', init)).status
}

test('an update with the secret has taken effect when it is answered', async () => {
  expect(await bring(start(901, 1), secret)).toBe(200)
  expect(await bring(start(901, 1), secret)).toBe(200)
  expect(await findSubscriber(site.appDb, 901)).toMatchObject({ state: 'active' })
  const { rows } = await site.appDb.client.execute('select count(*) as n from notices where chat_id = 901')
  expect(rows[0]?.n).toBe(1)
})

test.each([undefined, '', 'wrong', `${secret}x`, secret.slice(1)])('refuses a wrong secret: %p', async (shown) => {
  expect(await bring(start(902, 2), shown)).toBe(401)
  expect(await findSubscriber(site.appDb, 902)).toBeUndefined()
})

test('an invalid or too large update is refused', async () => {
  for (const body of ['', '{', '[]', '{"update_id":"1"}']) expect(await bring(body, secret)).toBe(400)
  expect(await bring('x'.repeat(256 * 1024 + 1), secret)).toBe(413)
})

test('the webhook is set once Telegram accepts it, and not again', async () => {
  await using own = Object.assign(startTelegram(), {
    async [Symbol.asyncDispose]() {
      await own.close()
    },
  })
  own.faults.revoked = true
  const lines: string[] = []
  const log = { info: (text: string) => lines.push(text), warn: (text: string) => lines.push(text) }
  const closing = new AbortController().signal
  const wanted = { url: webhookUrl('https://kurs.test'), secret, closing }
  const set = createWebhookSetter(createBotApi({ token: own.token, root: own.root }), log, wanted)
  await set()
  own.faults.revoked = false
  await set()
  await set()
  expect(lines).toEqual(['Could not set the Telegram webhook', 'The Telegram webhook is set'])
  expect(own.counts.get('setWebhook')).toBe(2)
  expect([wanted.url, webhookUrl('https://kurs.test/hook')]).toEqual([
    'https://kurs.test/telegram/webhook',
    'https://kurs.test/hook',
  ])
})
