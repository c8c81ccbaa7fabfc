import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { until } from '../../../tests/until.ts'
import { readConfig } from '../../config.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { checkTelegram } from './telegram-check.ts'

setDefaultTimeout(60_000)

let telegram: Telegram
beforeEach(() => {
  telegram = startTelegram({ webhookStepMs: 10 })
})
afterEach(() => telegram.close())

const hook = 'https://kurs.example/'
const byWebhook = { TELEGRAM_WEBHOOK: hook }
const ask = (env: Record<string, string> = {}, token = telegram.token) =>
  checkTelegram(token, readConfig({ TELEGRAM_API_ROOT: telegram.root, ...env }))
const setWebhook = (url: string) =>
  createBotApi({ token: telegram.token, root: telegram.root }).call('setWebhook', { url })
const updates = async (env: Record<string, string> = {}) => (await ask(env)).lines[1]

test('a bot that answers passes without side effects and gives the time of its server', async () => {
  const { lines, reading } = await ask()
  expect(lines).toEqual([
    ['Telegram, @kurs_double_bot', 'ok'],
    ['Telegram, updates by polling', 'ok'],
  ])
  expect(reading).toMatchObject({ by: new URL(telegram.root).host, roundedMs: 1000 })
  expect(Math.abs((reading?.time ?? 0) - Date.now())).toBeLessThan(100_000)
  expect([...telegram.counts.keys()].sort()).toEqual(['getMe', 'getWebhookInfo'])
})

test('a process that receives no updates checks only the bot', async () => {
  expect((await ask({ ROLES: 'web', TELEGRAM_TOKEN: telegram.token })).lines).toHaveLength(1)
  expect([...telegram.counts.keys()]).toEqual(['getMe'])
})

test('a refused token or one of another bot is reported, without the token itself', async () => {
  telegram.faults.revoked = true
  const refused = await ask()
  expect(refused.lines).toEqual([['Telegram', expect.stringMatching(/rejects TELEGRAM_TOKEN.*\n.*@BotFather/)]])
  await using other = Bun.serve({
    port: 0,
    fetch: () => Response.json({ ok: true, result: { id: 7, is_bot: true, first_name: '', username: 'other_bot' } }),
  })
  const strange = await ask({ TELEGRAM_API_ROOT: other.url.origin, ROLES: 'web' })
  expect(strange.lines[0]?.[1]).toContain('answers for the bot 7, @other_bot, and TELEGRAM_TOKEN is of 1000001')
  expect(JSON.stringify([refused, strange])).not.toContain('double')
})

test('a missing or invalid answer is reported after a timeout', async () => {
  await using silent = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => {}) })
  const [[, silence = ''] = []] = (await ask({ TELEGRAM_API_ROOT: silent.url.origin })).lines
  expect(silence).toMatch(/no answer from 127.0.0.1|no answer from localhost/)
  await using page = Bun.serve({ port: 0, fetch: () => new Response('<html>') })
  const [[, noJson = ''] = []] = (await ask({ TELEGRAM_API_ROOT: page.url.origin })).lines
  expect(noJson).toContain('no answer from')
  const closed = silent.url.origin
  await silent.stop(true)
  const [[, fault = ''] = []] = (await ask({ TELEGRAM_API_ROOT: closed })).lines
  expect(fault).toMatch(/no answer from .*\nSee whether this machine reaches it/)
  expect(silence + noJson + fault).not.toContain(telegram.token)
})

test('a webhook is reported when polling is configured, with its host only', async () => {
  await setWebhook(`https://other.example/${telegram.token}`)
  const [, fault = ''] = (await updates()) ?? []
  expect(fault).toMatch(/^Telegram sends updates to a webhook at other\.example, but polling is configured\./)
  expect(fault).not.toContain(telegram.token)
})

test('a missing or different webhook is reported when one is configured', async () => {
  expect((await updates(byWebhook))?.[1]).toContain('webhook is not set, but TELEGRAM_WEBHOOK is at kurs.example')
  await setWebhook('https://other.example/hook')
  expect((await updates(byWebhook))?.[1]).toContain('webhook is at other.example, but')
  await setWebhook('https://kurs.example/hook')
  expect((await updates(byWebhook))?.[1]).toContain('webhook is at another path of kurs.example, but')
  await setWebhook(hook)
  expect((await updates({ TELEGRAM_WEBHOOK: 'https://kurs.example/hook' }))?.[1]).toContain('another path')
})

test("a failing webhook is reported with Telegram's error until its updates are accepted", async () => {
  let status = 503
  await using site = Bun.serve({ port: 0, fetch: () => new Response('', { status }) })
  const env = { TELEGRAM_WEBHOOK: `${site.url.origin}/hook` }
  await setWebhook(env.TELEGRAM_WEBHOOK)
  expect(await updates(env)).toEqual(['Telegram, updates by webhook', 'ok'])
  await telegram.updates.write({ id: 7 }, '/start')
  expect((await updates(env))?.[1]).toMatch(/^1 wait, .*"Wrong response from the webhook: 503.*last at 20/)
  status = 200
  await until(async () => (await updates(env))?.[1] === 'ok')
})
