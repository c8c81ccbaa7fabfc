import { afterAll, beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pictureOf } from '../pictures.ts'
import { until } from '../until.ts'
import { startTelegram, type Telegram } from './telegram.ts'

const webhookStepMs = 20
let clock = 1_800_000_000_000
let telegram: Telegram
const opened: Telegram[] = []
beforeEach(() => {
  clock += 60_000
  telegram = startTelegram({ now: () => clock, webhookStepMs })
  opened.push(telegram)
})
afterAll(async () => {
  for (const each of opened) await each.close()
})

interface Answer {
  ok: boolean
  result?: Record<string, unknown>
  error_code?: number
  description?: string
  parameters?: Record<string, number>
}

async function call(method: string, params: Record<string, unknown>, token = telegram.token): Promise<Answer> {
  const response = await fetch(`${telegram.root}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  const answer: Answer = await response.json()
  expect(response.status).toBe(answer.ok ? 200 : (answer.error_code ?? 0))
  return answer
}

const send = (text: string, more: Record<string, unknown> = {}) =>
  call('sendMessage', { chat_id: 7, parse_mode: 'HTML', text, ...more })
const complaint = async (answer: Promise<Answer>) => (await answer).description

test('a message is delivered as displayed; a gzipped form is accepted too', async () => {
  expect(await send('<b>Курс</b> вырос ')).toMatchObject({
    ok: true,
    result: { message_id: 1, text: 'Курс вырос', entities: [{ type: 'bold', offset: 0, length: 4 }] },
  })
  const form = new URLSearchParams({ chat_id: '8', text: 'zipped' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }
  const url = `${telegram.root}/bot${telegram.token}/sendMessage`
  expect((await fetch(url, { method: 'POST', headers, body: gzipSync(form) })).status).toBe(200)
  expect(telegram.delivered.map(({ chatId, messageId, content }) => [chatId, messageId, content.text])).toEqual([
    ['7', 1, 'Курс вырос'],
    ['8', 2, 'zipped'],
  ])
})

test('texts are limited to 4096 letters and captions to 1024, tags not counted', async () => {
  expect(await send(`<b>${'я'.repeat(4096)}</b>`)).toMatchObject({ ok: true })
  expect(await complaint(send('я'.repeat(4097)))).toBe('Bad Request: message is too long')
  expect(await complaint(send(' \n'))).toBe('Bad Request: message text is empty')
  expect(await complaint(send('<b>x'))).toBe(
    'Bad Request: can\'t parse entities: Can\'t find end tag corresponding to start tag "b"',
  )
  const photo = (caption: string) => call('sendPhoto', { chat_id: 7, photo: 'file-1', caption })
  expect(await photo('x'.repeat(1024))).toMatchObject({ ok: true })
  expect(await complaint(photo('x'.repeat(1025)))).toBe('Bad Request: message caption is too long')
})

test('a photo is limited to 10,000 px of width plus height and a ratio of 20', async () => {
  const photo = async (width: number, height: number) => {
    const body = new FormData()
    body.set('chat_id', '7')
    body.set('photo', await pictureOf(width, height, 'jpeg'))
    return (await fetch(`${telegram.root}/bot${telegram.token}/sendPhoto`, { method: 'POST', body })).json()
  }
  const refused = { ok: false, error_code: 400, description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' }
  expect(await photo(9500, 500)).toMatchObject({ ok: true })
  expect(await photo(9501, 500)).toEqual(refused)
  expect(await photo(400, 20)).toMatchObject({ ok: true })
  expect(await photo(401, 20)).toEqual(refused)
  expect(await photo(20, 401)).toEqual(refused)
  expect(telegram.delivered).toHaveLength(2)
})

test('buttons are limited to 64 bytes of data, 256 letters to copy and valid URLs', async () => {
  const withButton = (button: Record<string, unknown>) =>
    send('x', { reply_markup: { inline_keyboard: [[{ text: 'A button', ...button }]] } })
  expect(await withButton({ callback_data: 'я'.repeat(32) })).toMatchObject({ ok: true })
  expect(await complaint(withButton({ callback_data: `${'я'.repeat(32)}x` }))).toBe('Bad Request: BUTTON_DATA_INVALID')
  expect(await withButton({ copy_text: { text: 'x'.repeat(256) } })).toMatchObject({ ok: true })
  expect(await complaint(withButton({ copy_text: { text: 'x'.repeat(257) } }))).toBe(
    'Bad Request: BUTTON_COPY_TEXT_INVALID',
  )
  expect(await complaint(withButton({ url: 'kurs' }))).toStartWith(
    "Bad Request: inline keyboard button URL 'kurs' is invalid",
  )
  const row = Array.from({ length: 101 }, () => ({ text: 'x', callback_data: 'x' }))
  expect(await complaint(send('x', { reply_markup: { inline_keyboard: [row] } }))).toBe(
    'Bad Request: reply markup is too long',
  )
})

test('an album has two to ten items; documents only with their own kind', async () => {
  const album = (...kinds: string[]) =>
    call('sendMediaGroup', { chat_id: 7, media: kinds.map((type) => ({ type, media: 'file-1' })) })
  expect(await album('photo', 'video')).toMatchObject({ ok: true })
  expect(await album(...Array.from({ length: 10 }, () => 'document'))).toMatchObject({ ok: true })
  expect(await complaint(album('photo'))).toContain('MEDIA_INVALID')
  expect(await complaint(album(...Array.from({ length: 11 }, () => 'photo')))).toContain('MEDIA_INVALID')
  expect(await complaint(album('photo', 'document'))).toContain("Can't use the media of the specified type")
  expect(telegram.delivered).toHaveLength(12)
})

test('blocked, deleted and migrated chats and a revoked token get their errors', async () => {
  telegram.chats.set('7', 'blocked')
  expect(await send('x')).toMatchObject({ error_code: 403, description: 'Forbidden: bot was blocked by the user' })
  telegram.chats.set('7', 'deactivated')
  expect(await complaint(send('x'))).toBe('Forbidden: user is deactivated')
  telegram.chats.set('7', { movedTo: -1009 })
  expect(await send('x')).toMatchObject({ error_code: 400, parameters: { migrate_to_chat_id: -1009 } })
  expect(await complaint(call('sendMessage', { chat_id: 'nobody', text: 'x' }))).toBe('Bad Request: chat not found')
  expect(await call('sendMessage', { chat_id: 7, text: 'x' }, '1:other')).toMatchObject({ error_code: 401 })
  telegram.faults.revoked = true
  expect(await complaint(call('getMe', {}))).toBe('Unauthorized')
  expect(telegram.delivered).toEqual([])
})

test('at most thirty messages are accepted in any second', async () => {
  const one = (chat_id: number) => call('sendMessage', { chat_id, text: 'x' })
  for (let chat = 1; chat <= 30; chat++) expect(await one(chat)).toMatchObject({ ok: true })
  expect(await one(31)).toMatchObject({
    error_code: 429,
    description: 'Too Many Requests: retry after 1',
    parameters: { retry_after: 1 },
  })
  clock += 999
  expect(await one(31)).toMatchObject({ error_code: 429 })
  clock += 1
  expect(await one(31)).toMatchObject({ ok: true })
  expect(telegram.windows.busiest).toBe(30)
})

test('a fault before delivery delivers nothing; one after delivery has delivered', async () => {
  telegram.faults.next = ['before-500', 'after-500', 'after-cut']
  expect(await send('a')).toMatchObject({ error_code: 500 })
  expect(await send('b')).toMatchObject({ error_code: 500 })
  await expect(send('c')).rejects.toThrow(SyntaxError)
  expect(telegram.delivered.map(({ content }) => content.text)).toEqual(['b', 'c'])
})

test('an identical edit is refused; a message can be deleted within 48 hours', async () => {
  await send('first')
  const edit = { chat_id: 7, message_id: 1, text: 'second' }
  expect(await call('editMessageText', edit)).toMatchObject({ ok: true })
  expect(await complaint(call('editMessageText', edit))).toStartWith('Bad Request: message is not modified')
  expect(await complaint(call('editMessageText', { ...edit, message_id: 2 }))).toBe(
    'Bad Request: message to edit not found',
  )
  clock += 48 * 3_600_000 + 1
  expect(await complaint(call('deleteMessage', edit))).toBe("Bad Request: message can't be deleted for everyone")
  clock -= 1
  expect(await call('deleteMessage', edit)).toMatchObject({ ok: true })
  expect(telegram.delivered).toEqual([])
})

test('updates wait until confirmed, for one consumer at a time', async () => {
  await telegram.updates.write({ id: 7 }, '/start abc')
  expect(await call('getUpdates', {})).toMatchObject({
    result: [
      { update_id: 1, message: { text: '/start abc', entities: [{ type: 'bot_command', offset: 0, length: 6 }] } },
    ],
  })
  expect(await call('getUpdates', { offset: 2 })).toMatchObject({ result: [] })
  const polls = [1, 2].map(() => call('getUpdates', { offset: 2, timeout: 50 }))
  expect(await Promise.race(polls)).toMatchObject({ error_code: 409 })
  await telegram.updates.write({ id: 7 }, 'hi')
  expect((await Promise.all(polls)).map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

test('a webhook gets its secret, and is retried at once and then ever later until it answers', async () => {
  const received: string[] = []
  const answers = [500, 404, 200, 500, 429]
  await using hook = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { message } = await request.json()
      received.push(`${request.headers.get('x-telegram-bot-api-secret-token')} ${message.from.id} ${message.text}`)
      return new Response(null, { status: answers.shift() ?? 200, headers: { 'retry-after': '1' } })
    },
  })
  await call('setWebhook', { url: hook.url.href, secret_token: 'a-secret' })
  await telegram.updates.write({ id: 7 }, 'first')
  await telegram.updates.write({ id: 7 }, 'second')
  expect(await complaint(call('getUpdates', {}))).toContain('while webhook is active')
  const first = Array.from({ length: 3 }, () => 'a-secret 7 first')
  const second = Array.from({ length: 3 }, () => 'a-secret 7 second')
  await until(async () => received.length === 6)
  expect(received).toEqual([...first, ...second])
  await telegram.updates.write({ id: 8 }, 'third')
  await call('deleteWebhook', {})
  expect(await call('getUpdates', {})).toMatchObject({ result: [] })
})

test('a delayed update of one person does not delay others; delays are those of Telegram', async () => {
  const tries = new Map<number, number[]>()
  await using hook = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { message } = await request.json()
      tries.set(message.from.id, [...(tries.get(message.from.id) ?? []), performance.now()])
      return new Response(null, { status: message.from.id === 7 ? 503 : 200 })
    },
  })
  await telegram.updates.write({ id: 7 }, 'before there was a webhook')
  await call('setWebhook', { url: hook.url.href })
  await telegram.updates.write({ id: 8 }, 'hi')
  await until(async () => tries.get(7)?.length === 5)
  expect(tries.get(8)).toHaveLength(1)
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = tries.get(7) ?? []
  expect(third - second).toBeGreaterThanOrEqual(2 * webhookStepMs - 1)
  expect(fourth - third).toBeGreaterThanOrEqual(4 * webhookStepMs - 1)
  expect(fifth - fourth).toBeGreaterThanOrEqual(8 * webhookStepMs - 1)
  expect(second - first).toBeLessThan(fifth - first)
  await call('deleteWebhook', {})
  const { length } = tries.get(7) ?? []
  expect(await call('getUpdates', {})).toMatchObject({ result: [{ message: { from: { id: 7 } } }] })
  expect(tries.get(7)).toHaveLength(length ?? 0)
})

test('a reset breaks the connection before the first byte of a response', async () => {
  const body = JSON.stringify({ chat_id: 7, text: 'x' })
  const head = [
    `POST /bot${telegram.token}/sendMessage HTTP/1.1`,
    'host: double',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ].join('\r\n')
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let answered = ''
    const socket = connect(Number(new URL(telegram.root).port), '127.0.0.1')
    socket.on('data', (bytes) => {
      answered += bytes
    })
    socket.on('error', ({ message }) => resolve(`${message} ${answered}`))
    socket.on('close', () => resolve(`closed ${answered}`))
    socket.write(`${head}\r\n\r\n${body}`)
    return promise
  }
  telegram.faults.next = ['before-reset', 'after-reset']
  expect(await ask()).toMatch(/ECONNRESET $/)
  expect(telegram.delivered).toHaveLength(0)
  expect(await ask()).toMatch(/ECONNRESET $/)
  expect(telegram.delivered).toHaveLength(1)
})

test('1 to 100 messages are deleted at once; missing ones are skipped', async () => {
  await send('first')
  const remove = (message_ids: unknown) => call('deleteMessages', { chat_id: 7, message_ids })
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  expect(await complaint(remove([]))).toBe('Bad Request: message identifiers are not specified')
  expect(await complaint(remove(undefined))).toBe('Bad Request: message identifiers are not specified')
  expect(await complaint(remove('{}'))).toBe('Bad Request: expected an Array of message identifiers')
  expect(await complaint(remove(ids(101)))).toBe('Bad Request: too many message identifiers specified')
  expect(telegram.delivered).toHaveLength(1)
  expect(await remove(JSON.stringify(ids(100)))).toMatchObject({ ok: true })
  expect(telegram.delivered).toHaveLength(0)
})
