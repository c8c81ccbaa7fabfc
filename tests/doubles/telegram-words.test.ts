import { expect, test } from 'bun:test'
import { startTelegram } from './telegram.ts'
import { play, WordError } from './telegram-words.ts'

test('commands create updates, make sends fail, and show what was delivered', async () => {
  const telegram = startTelegram()
  const words = [
    'user 1 /start abc',
    'click 1 lang:en',
    'block 1',
    'fault after-500 2',
    'gone 2',
    'revoke',
    'restore',
    'refuse 403 Forbidden: USER_RESTRICTED',
    '',
  ]
  for (const word of words) await play(telegram, word)
  const updates = await (await fetch(`${telegram.root}/bot${telegram.token}/getUpdates`)).json()
  expect(updates.result).toMatchObject([
    { message: { text: '/start abc', from: { id: 1 } } },
    { callback_query: { data: 'lang:en', from: { id: 1 } } },
    { my_chat_member: { new_chat_member: { status: 'kicked' } } },
  ])
  expect(telegram.faults).toMatchObject({
    next: ['after-500', 'after-500'],
    revoked: false,
    refusal: { code: 403, words: 'Forbidden: USER_RESTRICTED', after: 0 },
  })
  expect([...telegram.chats]).toEqual([
    ['1', 'blocked'],
    ['2', 'deactivated'],
  ])
  expect(await play(telegram, 'shown 1')).toBe('0 delivered, at most 0 in one second')
  for (const wrong of ['dance', 'user x hi', 'fault always', 'refuse 200 x'])
    await expect(play(telegram, wrong)).rejects.toThrow(WordError)
  await telegram.close()
})
