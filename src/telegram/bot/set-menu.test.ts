import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { locales } from '../../i18n/locales.ts'
import { createBotApi } from '../api/bot-api.ts'
import { createMenuSetter, menuIn } from './bot-settings.ts'

let telegram: Telegram
let warned: unknown[]
const opened: Telegram[] = []
beforeEach(() => {
  telegram = startTelegram()
  warned = []
  opened.push(telegram)
})
afterAll(async () => {
  for (const each of opened) await each.close()
})

const newSetter = () => {
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  return createMenuSetter(api, { warn: (_, more) => void warned.push(more) }, new AbortController().signal)
}
const times = () => telegram.counts.get('setMyCommands') ?? 0

test('the menu is in the person’s language, and in English for other languages', async () => {
  await newSetter()()
  expect(telegram.commands.offered('ru')).toEqual(menuIn('ru'))
  expect(telegram.commands.offered('ru')).toContainEqual({ command: 'stop', description: 'Отписаться' })
  for (const language of ['en', 'de', '']) expect(telegram.commands.offered(language)).toEqual(menuIn('en'))
  expect(warned).toEqual([])
})

test('menus are set once; after a restart they are compared, and only changes are set', async () => {
  const set = newSetter()
  await set()
  await set()
  expect(times()).toBe(2)
  expect(telegram.counts.get('getMyCommands')).toBe(2)
  await newSetter()()
  expect(times()).toBe(2)
  telegram.commands.methods.setMyCommands?.({ language_code: 'ru', commands: menuIn('ru').slice(1) })
  await newSetter()()
  expect(times()).toBe(3)
  expect(telegram.commands.offered('ru')).toEqual(menuIn('ru'))
})

test('while Telegram refuses the menu, a warning is logged and it is retried', async () => {
  const set = newSetter()
  telegram.faults.revoked = true
  await set()
  expect(warned).toEqual([{ reason: expect.stringContaining('Telegram rejects TELEGRAM_TOKEN') }])
  telegram.faults.revoked = false
  await set()
  expect(telegram.commands.offered('de')).toEqual(menuIn('en'))
})

test('menus keep Telegram’s limits: names of 32 letters, descriptions of 256', () => {
  for (const { command, description } of locales.flatMap(menuIn)) {
    expect(command).toMatch(/^[a-z0-9_]{1,32}$/)
    expect([...description].length).toBeWithin(1, 257)
  }
})

test('the test server enforces Telegram’s rules for menus', async () => {
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  const complaint = async (command: string, description: string, language_code = '') => {
    const outcome = await api.call('setMyCommands', { commands: [{ command, description }], language_code })
    return outcome.status === 'refused' ? outcome.error : outcome.status
  }
  expect(await complaint('a'.repeat(32), 'я'.repeat(256), 'ru')).toBe('sent')
  expect(await complaint('a'.repeat(33), 'x')).toBe('Bad Request: command length must not exceed 32')
  expect(await complaint('a', 'я'.repeat(257))).toBe('Bad Request: command description length must not exceed 256')
  expect(await complaint('a', ' ')).toBe('Bad Request: command description must be non-empty')
  expect(await complaint('Start', 'x')).toBe('Bad Request: BOT_COMMAND_INVALID')
  for (const language of ['rus', 'ru-RU', 'RU']) {
    expect(await complaint('a', 'x', language)).toBe('Bad Request: invalid language code specified')
  }
  const many = Array.from({ length: 101 }, (_, at) => ({ command: `c${at}`, description: 'x' }))
  expect(await api.call('setMyCommands', { commands: many.slice(1) })).toMatchObject({ status: 'sent' })
  expect(await api.call('setMyCommands', { commands: many })).toMatchObject({
    error: 'Bad Request: BOT_COMMANDS_TOO_MUCH',
  })
})
