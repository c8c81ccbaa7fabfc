import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { en } from '../../i18n/messages/en.ts'
import { parseMessageHtml } from '../message-html/parse-message-html.ts'
import { messageContent } from './content.ts'
import { entityTree, firstLink, type TextNode } from './formatted-text.tsx'
import { MessagePreview } from './preview.tsx'

const words = en.message

function shown(given: Record<string, unknown>, locale: 'ru' | 'en' = 'en'): string {
  return renderToStaticMarkup(<MessagePreview content={messageContent.parse(given)} locale={locale} words={words} />)
}
const text = (html: string) => shown({ text: { en: html } })

test('each kind of formatting is shown as in the messenger', () => {
  expect(text('<b>a <i>b</i></b> <u>c</u> <s>d</s>')).toContain('<strong>a <em>b</em></strong> <u>c</u> <s>d</s>')
  expect(text('<tg-spoiler>x</tg-spoiler>')).toMatch(/class="tg-spoiler"><input type="checkbox"[^>]*\/><span>x</)
  expect(text('<blockquote expandable>x</blockquote>')).toContain('tg-quote is-long')
  expect(text('<pre><code class="language-go">x</code></pre>')).toContain('<span class="tg-pre-language">go</span>')
  expect(text('<a href="https://kurs.example/a">x</a>')).toContain('href="https://kurs.example/a"')
  expect(text('see @kurs_bot, #курс and /price')).toMatch(/@kurs_bot<\/span>.*#курс<\/span>.*\/price<\/span>/)
  expect(text('<code>@kurs_bot</code>')).not.toContain('tg-link')
})

test('addresses that Telegram links automatically are links', () => {
  const linksIn = (source: string) => [...text(source).matchAll(/class="tg-link">([^<]*)</g)].map(([, link]) => link)
  expect(linksIn('t.me/kurs, www.kurs.ru. Kurs.com/a?b=1)')).toEqual(['t.me/kurs', 'www.kurs.ru', 'Kurs.com/a?b=1'])
  expect(linksIn('info@kurs.ru or $BTC, not $5 or a$BTC')).toEqual(['info@kurs.ru', '$BTC'])
  expect(linksIn('v1.2.js in main.ts, 3.com.a and end.Next')).toEqual([])
  expect(firstLink('at t.me/kurs', [])).toBe('http://t.me/kurs')
  expect(firstLink('to info@kurs.ru, $BTC', [])).toBeUndefined()
})

test('of too many entities the first hundred are shown, like in Telegram', () => {
  const many = text(`${'<b>'.repeat(2500)}x${'</b>'.repeat(2500)}`)
  expect(many.split('<strong>').length - 1).toBe(100)
})

test('no text becomes markup of the page', () => {
  expect(text('&lt;script&gt;{name|x}')).toContain('&lt;script&gt;Anna')
  expect(text('<a href="javascript:alert(1)">x</a>')).not.toContain('javascript')
  expect(text('<b>x')).toContain('Can&#x27;t find end tag')
})

test('a link has a preview card, unless it is switched off or there is a picture', () => {
  const link = { text: { en: 'at <a href="https://www.kurs.example/a">x</a>' } }
  expect(shown(link)).toContain('<strong>kurs.example</strong>')
  expect(shown({ ...link, hasLinkPreview: false })).not.toContain('tg-card')
  const photo = { kind: 'photo', file: 'f' }
  expect(shown({ ...link, media: [photo] })).not.toContain('tg-card')
  const buttons = [[{ text: { en: 'Yes' }, callback: '' }]]
  expect(shown({ ...link, media: [photo, photo], buttons })).toContain('tg-card')
  const { text: letters, entities } = parsed('<code>https://a.example</code> https://b.example.')
  expect(firstLink(letters, entities)).toBe('https://b.example')
})

test('an album with buttons is two messages, the second with text and keyboard', () => {
  const media = [
    { kind: 'photo', file: 'f' },
    { kind: 'video', file: 'f' },
  ]
  const buttons = [
    [{ text: { ru: 'Да', en: 'Yes' }, url: 'https://kurs.example' }],
    [{ text: { ru: 'Нет' }, callback: '' }],
  ]
  const album = shown({ text: { en: 'Hi' }, media })
  expect(album.split('class="tg-message"').length - 1).toBe(1)
  expect(album).toContain('data-count="2"')
  const both = shown({ text: { en: 'Hi' }, media, buttons })
  expect(both.split('class="tg-message"').length - 1).toBe(2)
  expect(both.indexOf('tg-album')).toBeLessThan(both.indexOf('Hi'))
  expect(both).toMatch(/data-kind="url"[^>]*><span>Yes<.*data-kind="callback"[^>]*><span>Нет</)
})

test('the caption is under the first of several files, and under the last of several pictures', () => {
  const album = (kind: string) =>
    shown({
      text: { en: 'Hi' },
      media: ['a', 'b', 'c'].map((file) => ({ kind, file: `https://kurs.example/${file}` })),
    })
  expect(album('document')).toMatch(/>a<.*Hi.*>b<.*>c</)
  expect(album('photo')).toMatch(/Photo.*Photo.*Photo.*Hi/)
})

test('the tree of any text contains the same text', () => {
  const lettersOf = (nodes: readonly TextNode[]): string =>
    nodes.map((node) => ('text' in node ? node.text : lettersOf(node.children))).join('')
  const piece = fc.constantFrom('<b>', '<i>', '<u>', '</>', '🚀', 'я', ' ', '\n', '#x', '<pre>')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const { text: letters, entities } = parsed(pieces.join(''))
      expect(lettersOf(entityTree(letters, entities))).toBe(letters)
    }),
  )
})

function parsed(html: string) {
  const message = parseMessageHtml(html)
  return message.status === 'parsed' ? message : { text: '', entities: [] }
}
