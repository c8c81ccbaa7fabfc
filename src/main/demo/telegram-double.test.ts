import { expect, test } from 'bun:test'
import { readConfig } from '../../config.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { serveDemo } from './serve-demo.ts'
import { firstChat, habitOf } from './subscriber-names.ts'
import { startTelegramDouble } from './telegram-double.ts'

const chatWho = (habit: string) =>
  Array.from({ length: 200 }, (_, place) => firstChat + place).find((chat) => habitOf(chat) === habit)
const buttons = {
  inline_keyboard: [
    [
      { text: 'Yes', callback_data: 'b:one:0' },
      { text: 'No', callback_data: 'b:one:1' },
    ],
  ],
}

test('the double answers like Telegram, and its subscribers click', async () => {
  const double = await startTelegramDouble({ clickAfterMs: () => 0 })
  const api = createBotApi(double)
  const send = (chat: number | undefined, text = 'Hi') =>
    api.call('sendMessage', { chat_id: chat, text, parse_mode: 'HTML', reply_markup: buttons })
  expect(await send(chatWho('blocks'))).toMatchObject({ status: 'refused', kind: 'blocked' })
  expect(await send(chatWho('is gone'))).toMatchObject({ status: 'refused', kind: 'gone' })
  expect(await send(7)).toMatchObject({ status: 'refused', kind: 'unreachable' })
  expect(await send(chatWho('reads'), '<b>open')).toMatchObject({ status: 'refused', kind: 'content' })
  expect(await createBotApi({ ...double, token: '1:other' }).call('getMe', {})).toMatchObject({ kind: 'revoked' })

  const clicking = chatWho('clicks')
  const heard = api.call('getUpdates', { timeout: 30 })
  expect(await send(chatWho('reads'))).toMatchObject({ status: 'sent' })
  expect(await send(clicking)).toMatchObject({ status: 'sent', result: { chat: { id: clicking } } })
  const click = { callback_query: { from: { id: clicking }, data: expect.stringMatching(/^b:one:[01]$/) } }
  expect(await heard).toMatchObject({ status: 'sent', result: [click] })
  await double.close()
})

test('a server on demo data uses the Telegram double unless a bot is configured', async () => {
  const config = readConfig({ TELEGRAM_WEBHOOK: 'https://kurs.test' })
  const { token, root } = await serveDemo(
    config,
    async ({ TELEGRAM_TOKEN: token = '', TELEGRAM_API_ROOT: root, ...served }) => {
      expect(served.TELEGRAM_WEBHOOK).toBeUndefined()
      expect(served.site.name).toEqual({ ru: 'Курс демо', en: 'Kurs demo' })
      expect(await createBotApi({ token, root }).call('getMe', {})).toMatchObject({ status: 'sent' })
      return { token, root }
    },
  )
  expect(await createBotApi({ token, root }).call('getMe', {})).toMatchObject({ status: 'unsent' })
  const own = readConfig({ TELEGRAM_TOKEN: '12345:own', SITE_NAME: 'Mine' })
  const served = await serveDemo(own, async (given) => given)
  expect(served).toMatchObject({ TELEGRAM_TOKEN: '12345:own', site: { name: { ru: 'Mine', en: 'Mine' } } })
})
