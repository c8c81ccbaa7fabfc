import { afterAll, beforeEach, expect, test } from 'bun:test'
import { makeAdministrator } from '../../../tests/administrator.ts'
import { startTelegram } from '../../../tests/doubles/telegram.ts'
import { addSubscribers } from '../../../tests/outbox.ts'
import { pictureOf } from '../../../tests/pictures.ts'
import { createTestSite } from '../../../tests/site.ts'
import { paths } from '../../paths.ts'
import type { FileSender } from '../../telegram/api/file-sender.ts'
import { addBuckets } from '../../telegram/limiter/bucket-queries.ts'
import { storeFile } from './store-file.ts'

let clock = 1_800_000_000_000
const telegram = startTelegram({ now: () => clock })
const site = await createTestSite({ env: { TELEGRAM_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root } })
const db = site.appDb
const keeper = await makeAdministrator(db, 'keeper')
await addSubscribers(db, 1, 700)
await db.writeRaw([{ sql: 'update subscribers set user_id = ? where chat_id = 700', args: [keeper.user.id] }])
await addBuckets(db, { botId: 1000001, most: { bulk: 25, reply: 4, paid: 1000 } })
afterAll(async () => {
  await site.close()
  await telegram.close()
})
beforeEach(async () => {
  clock += 2000
  await db.writeRaw(['update rate_buckets set tat = 0, frozen_until = 0'])
})

const megabyte = 1024 * 1024
const png = '\x89PNG\r\n\x1a\n'

/** Creates a file. @param begins  its first bytes, in Latin-1 */
function fileOf(name: string, begins = png, bytes = begins.length): File {
  const contents = Buffer.alloc(bytes)
  contents.write(begins, 'latin1')
  return new File([contents], name)
}

async function upload(kind: string, file: File | undefined, { isEditor = false, cookie = keeper.cookie } = {}) {
  const body = new FormData()
  body.set('kind', kind)
  if (file) body.set('file', file)
  const headers = { ...(isEditor && { accept: 'application/json' }) }
  return site.as({ cookie }).request(`/en${paths.broadcastFiles}`, { method: 'POST', headers, body })
}

test('a file is sent to the chat of the person who chose it, and its file_id is shown', async () => {
  const before = telegram.delivered.length
  const sent = await upload('document', fileOf('отчёт.pdf', 'abc'))
  expect(sent.status).toBe(303)
  const [delivered] = telegram.delivered.slice(before)
  expect(delivered).toMatchObject({ chatId: '700', method: 'sendDocument', content: { document: {} } })
  const location = sent.headers.get('location') ?? ''
  const shown = await site.app.request(location, { headers: { cookie: keeper.cookie } })
  const { file } = Object.fromEntries(new URL(location, 'https://kurs.test').searchParams)
  expect(JSON.stringify(delivered?.content)).toContain(`"${file}"`)
  expect(await shown.text()).toContain(`value="${file}"`)
  const { rows } = await db.client.execute("select after from audit_log where act = 'broadcast.file'")
  expect(rows.map(({ after }) => JSON.parse(String(after)))).toContainEqual({
    kind: 'document',
    name: 'отчёт.pdf',
    bytes: 3,
  })
})

test('the largest size of a photo is kept, and a broadcast can use it', async () => {
  const answer = await (await upload('photo', fileOf('chart.png', png, 10 * megabyte), { isEditor: true })).json()
  expect(answer).toEqual({ media: { kind: 'photo', file: expect.stringMatching(/^file-\w+$/) } })
  expect(telegram.delivered.at(-1)?.content).toMatchObject({ photo: [{}, { file_id: answer.media.file }] })
})

test('a file that Telegram would refuse is explained in plain words before it is sent', async () => {
  const requests = telegram.counts.get('sendPhoto')
  const tooBig = await upload('photo', fileOf('chart.png', png, 10 * megabyte + 1))
  expect(tooBig.status).toBe(413)
  expect(await tooBig.text()).toContain('Telegram accepts up to 10 MB')
  const none = await upload('photo', undefined)
  expect(none.status).toBe(422)
  expect(await none.text()).toContain('Choose a file')
  const headers = { 'content-length': String(51 * megabyte) }
  const announced = await site.as(keeper).request(paths.broadcastFiles, { method: 'POST', headers, body: 'x' })
  expect(announced.status).toBe(413)
  expect(await announced.text()).toContain('до 50 МБ')
  expect(telegram.counts.get('sendPhoto')).toBe(requests)
})

test('a photo whose sides Telegram refuses is rejected before sending; a document is allowed', async () => {
  const { cookie, user } = await makeAdministrator(db, 'photographer')
  await addSubscribers(db, 1, 701)
  await db.writeRaw([{ sql: 'update subscribers set user_id = ? where chat_id = 701', args: [user.id] }])
  const answerOf = async (kind: string, width: number, height: number) => {
    const answer = await upload(kind, await pictureOf(width, height, 'png'), { isEditor: true, cookie })
    return [answer.status, await answer.json()]
  }
  const kept = (kind: string) => [200, { media: { kind, file: expect.any(String) } }]
  expect(await answerOf('photo', 9500, 500)).toEqual(kept('photo'))
  const requests = telegram.counts.get('sendPhoto')
  expect(await answerOf('photo', 9501, 500)).toEqual([
    422,
    {
      error:
        'The photo is 9501 × 500 px, and Telegram allows up to 10000 for width plus height. Send it as a document or make it smaller.',
    },
  ])
  expect(await answerOf('photo', 20, 401)).toEqual([
    422,
    {
      error:
        'The photo is 20 × 401 px, and Telegram allows one side to be up to 20 times the other. Send it as a document or crop it.',
    },
  ])
  expect(telegram.counts.get('sendPhoto')).toBe(requests)
  expect(await answerOf('document', 20, 401)).toEqual(kept('document'))
})

test.each([
  ['photo', 10, png],
  ['video', 50, '\0\0\0\x10ftypisom'],
] as const)('a %s may have %d MB and not one byte more', async (kind, most, begins) => {
  const given: string[] = []
  const files: FileSender = {
    botId: 1000001,
    send: async ({ kind, file }) => {
      given.push(`${kind} ${file.size}`)
      return { status: 'sent', media: { kind, file: 'kept' } }
    },
  }
  const request = { address: 'test', requestId: 'test', actor: keeper.user }
  const keep = (bytes: number) =>
    storeFile({ db, now: Date.now, files }, request, { kind, file: fileOf('a file', begins, bytes) })
  expect(await keep(most * megabyte)).toEqual({ status: 'kept', media: { kind, file: 'kept' } })
  expect(await keep(most * megabyte + 1)).toEqual({ status: 'tooBig', most: most * megabyte })
  expect(given).toEqual([`${kind} ${most * megabyte}`])
})

test('a form with many parts is refused before it is parsed', async () => {
  const upload = async (parts: number, type = 'multipart/form-data; boundary=x', name = 'a.png') => {
    const part = '--x\r\ncontent-disposition: form-data; name="k"\r\n\r\n\r\n'
    const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n\xff\xd8\xff\r\n`
    const headers = { 'content-type': type }
    const body = Buffer.from(`${part.repeat(parts)}${file}--x--\r\n`, 'latin1')
    return (await site.as(keeper).request(paths.broadcastFiles, { method: 'POST', headers, body })).status
  }
  expect(await upload(1)).toBe(303)
  expect(await upload(1, 'multipart/form-data; boundary="x"')).toBe(303)
  expect(await upload(1, undefined, '')).toBe(303)
  const requests = telegram.counts.get('sendPhoto')
  expect(await upload(100)).toBe(400)
  expect(await upload(100, 'multipart/form-data; boundary=y; boundary=x')).toBe(400)
  expect(telegram.counts.get('sendPhoto')).toBe(requests)
})

test('a file whose bytes do not match its kind is refused with what it is and what is allowed', async () => {
  const requests = telegram.counts.get('sendPhoto')
  const refused = await upload('photo', fileOf('chart.png', '%PDF-1.7'), { isEditor: true })
  expect(refused.status).toBe(415)
  expect(await refused.json()).toEqual({
    error: 'By its contents this is PDF, and “Photo” takes JPEG, PNG, WebP. Any file can be sent as a document.',
  })
  const unknown = await upload('audio', fileOf('song.mp3', 'la la la'))
  expect(unknown.status).toBe(415)
  expect(await unknown.text()).toContain('a file of an unknown type, and “Audio” takes MP3, M4A.')
  expect(telegram.counts.get('sendPhoto')).toBe(requests)
})

test('a person without a linked chat is asked to link one', async () => {
  const stranger = await makeAdministrator(db, 'unlinked')
  const refused = await upload('photo', fileOf('a.png'), { cookie: stranger.cookie })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain(`href="/en/account/telegram"`)
})

test('refusals and timeouts of Telegram are reported; its rate limit covers files too', async () => {
  telegram.chats.set('700', 'blocked')
  const blocked = await upload('photo', fileOf('a.png'), { isEditor: true })
  telegram.chats.delete('700')
  expect(blocked.status).toBe(422)
  expect(await blocked.json()).toEqual({ error: expect.stringContaining('blocked by the user') })
  telegram.faults.next = ['after-500']
  expect((await upload('photo', fileOf('a.png'))).status).toBe(503)
  for (let sent = 0; sent < 30; sent++) telegram.windows.take(`${sent}`, clock)
  const crowded = await upload('photo', fileOf('a.png'))
  expect([crowded.status, crowded.headers.get('retry-after')]).toEqual([429, '60'])
  clock += 2000
  const sent = telegram.delivered.length
  expect((await upload('photo', fileOf('a.png'))).status).toBe(429)
  expect(telegram.delivered.length).toBe(sent)
})

test('only one file is accepted at a time', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pull = async (controller: ReadableStreamDefaultController) => {
    begun.resolve()
    await held.promise
    controller.close()
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const first = site.as(keeper).request(paths.broadcastFiles, { method: 'POST', headers, body })
  await begun.promise
  const busy = await upload('video', fileOf('b.mp4'))
  const page = await busy.text()
  expect(busy.status).toBe(429)
  expect(page).toContain('Another file is being uploaded')
  expect(busy.headers.get('retry-after')).toBe('60')
  expect(page).toContain('<option value="video" selected="">')
  held.resolve()
  expect((await first).status).toBe(400)
  expect((await upload('photo', fileOf('b.png'))).status).toBe(303)
})

test('a person can upload twenty files at once, then has to wait', async () => {
  const { cookie } = await makeAdministrator(db, 'eager')
  const statuses: number[] = []
  // On a slow machine, the limiter refills during the test and lets some more uploads through.
  while (statuses.length < 40 && !statuses.includes(429)) {
    statuses.push((await upload('photo', undefined, { cookie })).status)
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422))
  expect(statuses.at(-1)).toBe(429)
})
