import { afterAll, expect, test } from 'bun:test'
import { startTelegram } from '../../../tests/doubles/telegram.ts'
import type { MediaKind } from '../message/content.ts'
import { createFileSender } from './file-sender.ts'

const telegram = startTelegram({ now: () => 1_800_000_000_000 })
const files = createFileSender({ token: telegram.token, root: telegram.root })
afterAll(() => telegram.close())

const send = (kind: MediaKind, name: string) => files.send({ chatId: 7, kind, file: new File(['abc'], name) })

test.each(['report.pdf', 'song.mp3', 'film.mp4', 'logo.webp', 'moving.gif', 'voice.ogg'])(
  'a document stays a document, whatever it contains: %s',
  async (name) => {
    expect(await send('document', name)).toMatchObject({ status: 'sent', media: { kind: 'document' } })
    expect(telegram.delivered.at(-1)?.content).not.toContainKey('animation')
  },
)

test('a file that becomes an animation is kept as one, though old clients get a document', async () => {
  expect(await send('video', 'silent.gif')).toMatchObject({ status: 'sent', media: { kind: 'animation' } })
})

test('a file that becomes something that broadcasts cannot send is refused with a text', async () => {
  const error = expect.stringContaining('upload it as a document')
  expect(await send('audio', 'voice.ogg')).toEqual({ status: 'refused', kind: 'other', error })
})

// Telegram accepts a quoted file name with backslashes and URL-decodes it. Source: tdlib, HttpReader.cpp
test.each([
  ['отчёт; за год.pdf', 'filename="отчёт; за год.pdf"'],
  ['say "hi"\\.pdf', 'filename="say \\"hi\\"\\\\.pdf"'],
  ['50%25.pdf', 'filename="50%2525.pdf"'],
])('recipients see the original name of a file: %s', async (name, written) => {
  let body = ''
  await using server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      body = await request.text()
      return Response.json({ ok: true, result: { document: { file_id: 'kept' } } })
    },
  })
  const sender = createFileSender({ token: telegram.token, root: server.url.origin })
  await sender.send({ chatId: 7, kind: 'document', file: new File(['abc'], name) })
  expect(body).toContain(`${written}\r\n`)
  expect(body).toMatch(/name="disable_notification"\r\n\r\ntrue\r\n/)
})
