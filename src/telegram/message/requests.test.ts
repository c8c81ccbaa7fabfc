import { expect, test } from 'bun:test'
import { messageContent } from './content.ts'
import { requestsFor } from './requests.ts'

const anna = { chatId: 7, locale: 'en', name: 'Anna' } as const
const content = (given: Record<string, unknown>) => messageContent.parse({ text: { ru: 'Привет' }, ...given })

test('a text is one request, in the language of the reader or else the other one', () => {
  expect(requestsFor(content({ text: { ru: 'Привет', en: 'Hi' } }), anna)).toEqual([
    { method: 'sendMessage', params: { chat_id: 7, text: 'Hi', parse_mode: 'HTML' } },
  ])
  const quiet = content({ isSilent: true, hasLinkPreview: false, text: { ru: 'Привет', en: ' ' } })
  expect(requestsFor(quiet, anna)).toEqual([
    {
      method: 'sendMessage',
      params: {
        chat_id: 7,
        disable_notification: true,
        text: 'Привет',
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    },
  ])
})

test('each request of a protected message is protected: the album and the message after it', () => {
  const media = ['a', 'b'].map((file) => ({ kind: 'photo', file }))
  const buttons = [[{ text: { ru: 'Да' }, callback: 'Да' }]]
  const protectedIn = (given: Record<string, unknown>) =>
    requestsFor(content(given), anna).map(({ method, params }) => [method, params.protect_content])
  expect(protectedIn({ isProtected: true, media, buttons })).toEqual([
    ['sendMediaGroup', true],
    ['sendMessage', true],
  ])
  expect(protectedIn({ isProtected: true, media: media.slice(0, 1) })).toEqual([['sendPhoto', true]])
  expect(protectedIn({})).toEqual([['sendMessage', undefined]])
})

test('a name is escaped and cut to Telegram’s limit; without one the fallback is used', () => {
  const text = (name: string) =>
    requestsFor(content({ text: { en: 'Hi {name|<b>friend</b>}, {other} &#123;name}' } }), { ...anna, name })[0]?.params
      .text
  expect(text('<A & "B">')).toBe('Hi &lt;A &amp; &quot;B&quot;&gt;, {other} &#123;name}')
  expect(text(' ')).toBe('Hi <b>friend</b>, {other} &#123;name}')
  expect(text('x'.repeat(65))).toContain(`Hi ${'x'.repeat(64)},`)
  expect(text(`${'x'.repeat(63)}🚀`)).toContain(`Hi ${'x'.repeat(63)},`)
})

test('one file carries text and buttons; buttons are numbered across all rows', () => {
  const buttons = [
    [{ text: { ru: 'Да, {name}' }, callback: 'Спасибо' }],
    [],
    [
      { text: { ru: 'Сайт', en: 'Site' }, url: 'https://kurs.example/?who={name|nobody}&in={chat}' },
      { text: { en: 'App' }, webApp: 'https://kurs.example/app' },
      { text: { en: 'Copy' }, copyText: 'KURS-{name}' },
      { text: { en: 'No' }, callback: '' },
    ],
  ]
  const media = [{ kind: 'photo', file: 'https://kurs.example/a.jpg' }]
  expect(requestsFor(content({ media, buttons }), { ...anna, name: 'Анна' }, { broadcastId: 'b1' })).toEqual([
    {
      method: 'sendPhoto',
      params: {
        chat_id: 7,
        photo: 'https://kurs.example/a.jpg',
        caption: 'Привет',
        parse_mode: 'HTML',
        reply_markup: {
          inline_keyboard: [
            [{ text: 'Да, Анна', callback_data: 'b:b1:0' }],
            [
              { text: 'Site', url: 'https://kurs.example/?who=%D0%90%D0%BD%D0%BD%D0%B0&in=7' },
              { text: 'App', web_app: { url: 'https://kurs.example/app' } },
              { text: 'Copy', copy_text: { text: 'KURS-Анна' } },
              { text: 'No', callback_data: 'b:b1:4' },
            ],
          ],
        },
      },
    },
  ])
})

test('an album has its text with the first file; with buttons both follow in a message', () => {
  const media = ['file-1', 'file-2'].map((file) => ({ kind: 'video', file }))
  expect(requestsFor(content({ media }), anna)).toEqual([
    {
      method: 'sendMediaGroup',
      params: {
        chat_id: 7,
        media: [
          { type: 'video', media: 'file-1', caption: 'Привет', parse_mode: 'HTML' },
          { type: 'video', media: 'file-2' },
        ],
      },
    },
  ])
  const buttons = [[{ text: { ru: 'Да' }, callback: 'Спасибо' }]]
  expect(requestsFor(content({ media, buttons }), anna, { broadcastId: 'b1' })).toEqual([
    {
      method: 'sendMediaGroup',
      params: {
        chat_id: 7,
        media: [
          { type: 'video', media: 'file-1' },
          { type: 'video', media: 'file-2' },
        ],
      },
    },
    {
      method: 'sendMessage',
      params: {
        chat_id: 7,
        text: 'Привет',
        parse_mode: 'HTML',
        reply_markup: { inline_keyboard: [[{ text: 'Да', callback_data: 'b:b1:0' }]] },
      },
    },
  ])
})
