import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { checkMessage, faultsOf } from './check-message.ts'
import { type Button, type Media, messageContent } from './content.ts'
import { requestsFor } from './requests.ts'

let telegram: Telegram
beforeAll(() => {
  telegram = startTelegram({ perSecond: 10_000, perChat: 10_000 })
})
afterAll(() => telegram.close())

type Given = { text?: { ru?: string; en?: string }; media?: Media[]; buttons?: Button[][] }
const contentOf = ({ text = { ru: 'Привет', en: 'Hi' }, ...rest }: Given) => messageContent.parse({ text, ...rest })

/** Returns the faults that we find in a message: field and Telegram's text. */
const found = (given: Given, options = {}) =>
  faultsOf(contentOf(given), options).map(({ field, telegram }) => [field, telegram])

/** Returns Telegram's answer to a message for a recipient with the longest or an empty name. */
async function answer(
  given: Given,
  name: string,
  broadcastId = 'b'.repeat(36),
  chatId = 7,
): Promise<string | undefined> {
  const recipient = { chatId, locale: 'ru', name } as const
  for (const { method, params } of requestsFor(contentOf(given), recipient, { broadcastId })) {
    const response = await fetch(`${telegram.root}/bot${telegram.token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    })
    const { ok, description }: { ok: boolean; description?: string } = await response.json()
    if (!ok) return description
  }
  return undefined
}

const longName = 'W'.repeat(64)
/** Expects that both we and Telegram accept a message. */
async function isSendable(given: Given, options: { broadcastId?: string } = {}) {
  expect(found(given, options)).toEqual([])
  for (const name of ['', longName]) expect(await answer(given, name, options.broadcastId)).toBeUndefined()
}
/** Expects that we refuse a message at this field, with the text of Telegram's refusal. */
async function isRefused(
  given: Given,
  field: string,
  words: string,
  options: { broadcastId?: string } = {},
  name = '',
) {
  expect(found(given, options)).toContainEqual([field, words])
  expect(await answer(given, name, options.broadcastId)).toBe(words)
}

const photo = (file = 'file-1'): Media => ({ kind: 'photo', file })
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)
const label = { ru: 'Кнопка' }
const yes: Button = { text: label, callback: 'Спасибо' }

test('a text has at most 4096 UTF-16 units after its tags are parsed', async () => {
  const text = (letters: string) => ({ text: { ru: `<b>${letters}</b>&lt;` } })
  await isSendable(text('я'.repeat(4095)))
  await isRefused(text('я'.repeat(4096)), 'text.ru', 'Bad Request: message is too long')
  await isSendable(text(`${'🚀'.repeat(2047)}я`))
  await isRefused(text('🚀'.repeat(2048)), 'text.ru', 'Bad Request: message is too long')
})

test('a caption has at most 1024, a text after an album 4096', async () => {
  const caption = (count: number, media: Media[], buttons: Button[][] = []) => ({
    text: { ru: 'я'.repeat(count) },
    media,
    buttons,
  })
  const tooLong = 'Bad Request: message caption is too long'
  await isSendable(caption(1024, [photo()]))
  await isRefused(caption(1025, [photo()]), 'text.ru', tooLong)
  await isRefused(caption(1025, [photo()], [[yes]]), 'text.ru', tooLong)
  await isSendable(caption(1024, [photo(), photo()]))
  await isRefused(caption(1025, [photo(), photo()]), 'text.ru', tooLong)
  await isSendable(caption(4096, [photo(), photo()], [[yes]]))
  await isRefused(caption(4097, [photo(), photo()], [[yes]]), 'text.ru', 'Bad Request: message is too long')
})

test('names count with the longest possible one, and their place may not be empty', async () => {
  await isSendable({ text: { ru: `${'я'.repeat(4032)}{name}` } })
  const [tooLong] = checkMessage(contentOf({ text: { ru: `${'я'.repeat(4033)}{name|друг}`, en: 'Hi' } }))
  expect(tooLong).toMatchObject({ key: 'message.problem.tooLongWithName', params: { over: 1, most: 4096 } })
  expect(await answer({ text: { ru: `${'я'.repeat(4033)}{name}` } }, longName)).toBe('Bad Request: message is too long')
  await isRefused(
    { text: { ru: `${'я'.repeat(4000)}{name|${'д'.repeat(97)}}` } },
    'text.ru',
    'Bad Request: message is too long',
  )
  await isSendable({ text: { ru: '{name|друг}' } })
  await isRefused({ text: { ru: '{name}' } }, 'text.ru', 'Bad Request: message text is empty')
  expect(found({ text: { ru: '{nmae}' } })).toEqual([['text.ru', undefined]])
})

test('a message has a text if it has no media, or an album with buttons', async () => {
  const empty = { text: {} }
  await isRefused(empty, 'text', 'Bad Request: message text is empty')
  await isRefused({ text: { ru: ' \n' } }, 'text', 'Bad Request: message text is empty')
  await isSendable({ text: { ru: 'я' } })
  await isSendable({ ...empty, media: [photo()] })
  await isSendable({ ...empty, media: [photo(), photo()] })
  await isRefused(
    { ...empty, media: [photo(), photo()], buttons: [[yes]] },
    'text',
    'Bad Request: message text is empty',
  )
})

test.each(['\u2800', '\u200b', '\u180e', '\ufffc', '\u00a0', '\u{e0020}', '\u200d \n\u3000'])(
  'a text of invisible characters counts as empty: %j',
  async (blank) => {
    await isRefused({ text: { ru: blank } }, 'text', 'Bad Request: message text is empty')
    await isRefused({ text: { ru: `<b>${blank}</b>` } }, 'text.ru', 'Bad Request: message text is empty')
    await isSendable({ text: { ru: `${blank}я` } })
    await isSendable({ text: { ru: blank, en: 'Hi' } })
  },
)

test('the addresses of all links have at most 9,500 characters together', async () => {
  const links = (count: number, length: number) => ({
    text: {
      ru: Array.from({ length: count }, () => `<a href="https://kurs.test/${'a'.repeat(length - 18)}">я</a>`).join(' '),
    },
  })
  await isSendable(links(50, 190))
  await isRefused(links(50, 191), 'text.ru', 'Bad Request: ENTITIES_TOO_LONG')
  await isRefused(links(60, 220), 'text.ru', 'Bad Request: ENTITIES_TOO_LONG')
})

test('half a surrogate pair is refused in any field', async () => {
  const [half, words] = ['Ку\ud83dрс', 'Bad Request: strings must be encoded in UTF-8']
  await isRefused({ text: { ru: half } }, 'text.ru', words)
  const fields = (given: Given) => found(given).flatMap(([field, telegram]) => (telegram === words ? [field] : []))
  expect(fields({ buttons: [[{ text: { en: half }, callback: half }]] })).toEqual([
    'buttons.0.0.text',
    'buttons.0.0.callback',
  ])
  expect(fields({ media: [photo(half)] })).toEqual(['media.0.file'])
})

test('invalid markup is reported with its byte offset', async () => {
  await isRefused(
    { text: { ru: 'Курс <b>вырос' } },
    'text.ru',
    'Bad Request: can\'t parse entities: Can\'t find end tag corresponding to start tag "b"',
  )
  await isRefused(
    { text: { ru: 'Курс <h1>вырос</h1>' } },
    'text.ru',
    'Bad Request: can\'t parse entities: Unsupported start tag "h1" at byte offset 9',
  )
})

test('more than 100 entities and a missing language are noted, and can be sent', async () => {
  const parts = (count: number) => ({ text: { ru: '<b>я</b> '.repeat(count), en: 'Hi' } })
  expect(checkMessage(contentOf(parts(100)))).toEqual([])
  expect(checkMessage(contentOf(parts(101)))).toMatchObject([{ key: 'message.problem.entities', isNote: true }])
  await isSendable(parts(101))
  const [note] = checkMessage(contentOf({ text: { ru: 'Привет' } }))
  expect(note).toMatchObject({ field: 'text.en', key: 'message.problem.otherLanguage', isNote: true })
})

test('an album has 2 to 10 items; documents and audio only of one kind, no animations', async () => {
  const invalid = 'Bad Request: group send failed: MEDIA_INVALID'
  const mixed = "Bad Request: Can't use the media of the specified type in the album"
  const of = (...kinds: Media['kind'][]) => ({ media: kinds.map((kind): Media => ({ kind, file: 'file-1' })) })
  await isSendable({ media: many(10, photo()) })
  await isRefused({ media: many(11, photo()) }, 'media', invalid)
  await isSendable(of('photo', 'video'))
  for (const kind of ['document', 'audio'] as const) {
    await isSendable(of(kind, kind))
    await isRefused(of('photo', kind), 'media', mixed)
  }
  await isRefused(of('document', 'audio'), 'media', mixed)
  for (const kind of ['photo', 'video', 'document', 'audio', 'animation'] as const) await isSendable(of(kind))
  await isRefused(of('animation', 'animation'), 'media', "Bad Request: can't parse InputMedia: Type is invalid")
})

test('a file is a file_id or an https address', () => {
  const said = (file: string) => found({ media: [photo(file)] })
  for (const file of ['AgACAgIAAxk_-9', 'https://kurs.example/a.jpg?w=1']) expect(said(file)).toEqual([])
  for (const file of ['http://kurs.example/a.jpg', 'https://localhost/a', 'a picture.jpg', 'ftp://kurs.example/a'])
    expect(said(file)).toEqual([['media.0.file', 'Bad Request: wrong HTTP URL specified']])
  expect(said(' ')[0]?.[0]).toBe('media.0.file')
})

test('the data of a click has at most 64 bytes, for every button', async () => {
  const id = (bytes: number) => ({ broadcastId: 'я'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2) })
  await isSendable({ buttons: [[yes]] }, id(60))
  await isRefused({ buttons: [[yes]] }, 'buttons.0.0.callback', 'Bad Request: BUTTON_DATA_INVALID', id(61))
  await isSendable({
    buttons: many(13, many(8, yes))
      .slice(1)
      .concat([many(4, yes)]),
  })
  const answers = (count: number, more = '') =>
    found({ buttons: [[{ text: label, callback: 'я'.repeat(count) + more }]] })
  const tooLong = [['buttons.0.0.callback', 'Bad Request: MESSAGE_TOO_LONG']]
  expect(answers(200)).toEqual([])
  expect(answers(201)).toEqual(tooLong)
  expect(answers(136, '{name}')).toEqual([])
  expect(answers(137, '{name}')).toEqual(tooLong)
  expect(answers(0, '{login}')).toEqual([['buttons.0.0.callback', undefined]])
})

test('a text to copy has 1 to 256 letters, with any name', async () => {
  const copy = (copyText: string) => ({ buttons: [[{ text: label, copyText }]] })
  const words = 'Bad Request: BUTTON_COPY_TEXT_INVALID'
  await isSendable(copy('я'.repeat(256)))
  await isRefused(copy('я'.repeat(257)), 'buttons.0.0.copyText', words)
  await isSendable(copy('я'))
  await isRefused(copy(''), 'buttons.0.0.copyText', words)
  await isSendable(copy(`${'x'.repeat(192)}{name}`))
  await isRefused(copy(`${'x'.repeat(193)}{name}`), 'buttons.0.0.copyText', words, {}, longName)
})

test('chat ids count with the longest possible one', async () => {
  const copied = (count: number) => ({ buttons: [[{ text: label, copyText: `${'x'.repeat(count)}{chat}` }]] })
  const written = (count: number) => ({ text: { ru: `${'я'.repeat(count)}{chat}` } })
  const answerOf = (given: Given) => answer(given, '', undefined, 2 ** 52 - 1)
  for (const given of [copied(240), written(4080)]) {
    expect(found(given)).toEqual([])
    expect(await answerOf(given)).toBeUndefined()
  }
  expect(found(copied(241))).toEqual([['buttons.0.0.copyText', 'Bad Request: BUTTON_COPY_TEXT_INVALID']])
  expect(await answerOf(copied(241))).toBe('Bad Request: BUTTON_COPY_TEXT_INVALID')
  expect(found(written(4081))).toEqual([['text.ru', 'Bad Request: message is too long']])
  expect(await answerOf(written(4081))).toBe('Bad Request: message is too long')
})

test('the fallback for a missing name counts together with the longest id', async () => {
  const copied = (count: number) => ({
    buttons: [[{ text: label, copyText: `{name|${'x'.repeat(100)}}{chat}${'x'.repeat(count)}` }]],
  })
  const answerOf = (given: Given) => answer(given, '', undefined, 2 ** 52 - 1)
  expect([found(copied(140)), await answerOf(copied(140))]).toEqual([[], undefined])
  expect(found(copied(141))).toEqual([['buttons.0.0.copyText', 'Bad Request: BUTTON_COPY_TEXT_INVALID']])
  expect(await answerOf(copied(141))).toBe('Bad Request: BUTTON_COPY_TEXT_INVALID')
})

const wrongAddress = (url: string) => `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`

test('addresses use https, http or tg; those of web apps https', async () => {
  const at = (url: string) => ({ buttons: [[{ text: label, url }]] })
  for (const url of ['https://kurs.example', 'http://kurs.example/a?b=1', 'tg://resolve?domain=kurs'])
    await isSendable(at(url))
  await isSendable(at('https://kurs.example/?who={name|nobody}'))
  for (const url of ['', 'kurs.example', 'javascript:alert(1)', 'ftp://kurs.example/']) {
    const words = `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`
    await isRefused(at(url), 'buttons.0.0.url', words)
  }
  for (const url of [
    'https://localhost',
    'https:/kurs.example',
    'https:kurs.example',
    'https:///kurs.example',
    'http://1',
  ])
    await isRefused(at(url), 'buttons.0.0.url', wrongAddress(url))
  await isRefused(at('https:\\\\kurs.example'), 'buttons.0.0.url', wrongAddress('https:\\\\kurs.example'))
  for (const file of ['https:/kurs.example/a.jpg', 'https:///kurs.example/a.jpg', 'https:kurs.example/a.jpg'])
    expect(found({ media: [photo(file)] })).toEqual([['media.0.file', 'Bad Request: wrong HTTP URL specified']])
  const app = (webApp: string) => found({ buttons: [[{ text: label, webApp }]] })
  expect(app('https://kurs.example/app')).toEqual([])
  expect(app('http://kurs.example/app')).toEqual([
    [
      'buttons.0.0.webApp',
      "Bad Request: inline keyboard button Web App URL 'http://kurs.example/app' is invalid: Only HTTPS links are allowed",
    ],
  ])
})

test('a row has at most 8 buttons and a keyboard 100, each with a label', async () => {
  await isSendable({ buttons: many(12, many(8, yes)).concat([many(4, yes)]) })
  const rows = many(12, many(8, yes)).concat([many(5, yes)])
  await isRefused({ buttons: rows }, 'buttons', 'Bad Request: reply markup is too long')
  expect(found({ buttons: [many(9, yes)] })).toEqual([['buttons.0', undefined]])
  await isRefused(
    { buttons: [[yes, { text: {}, callback: 'x' }]] },
    'buttons.0.1.text',
    "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  )
  expect(found({ buttons: [[{ text: { ru: '{login}' }, callback: 'x' }]] })).toEqual([['buttons.0.0.text', undefined]])
})

test('a button has exactly one action, of the known ones', () => {
  const isRead = (more: Record<string, unknown>) =>
    messageContent.safeParse({ text: label, buttons: [[{ text: label, ...more }]] }).success
  const actions = { url: 'https://kurs.example', callback: 'x', webApp: 'https://kurs.example', copyText: 'x' }
  for (const [name, value] of Object.entries(actions)) expect(isRead({ [name]: value })).toBe(true)
  expect(isRead({})).toBe(false)
  expect(isRead({ url: 'https://kurs.example', callback: 'x' })).toBe(false)
  expect(isRead(actions)).toBe(false)
  expect(isRead({ pay: true })).toBe(false)
})

test('a button has a label for people without a name, too', async () => {
  const labelled = (text: { ru?: string; en?: string }) => ({ buttons: [[{ text, url: 'https://kurs.example' }]] })
  const words = "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
  for (const text of [{ ru: '{name}' }, { ru: 'Читать', en: ' {name| } ' }]) {
    expect(found(labelled(text))).toEqual([['buttons.0.0.text', `Bad Request: ${words}`]])
  }
  expect(await answer(labelled({ ru: '{name}' }), '')).toBe(`Bad Request: ${words}`)
  expect(found(labelled({ ru: '{name|Читать}', en: 'Read, {name}' }))).toEqual([])
  expect(await answer(labelled({ ru: '{name|Читать}' }), '')).toBeUndefined()
})
