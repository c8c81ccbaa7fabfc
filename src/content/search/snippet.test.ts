import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createFinder } from './matches.ts'
import { exactly, type Need } from './need.ts'
import { longestSnippet, makeSnippet } from './snippet.ts'
import { readChunks } from './words.ts'

const needsOf = (words: string): Need[] =>
  readChunks(words).flatMap((chunk) => chunk.words.map(({ stem }) => ({ patterns: [exactly(stem)], pages: 1 })))
const snippet = (text: string, words: string) => makeSnippet(text, createFinder(words, needsOf(words)).inText(text))
const shown = (text: string, words: string) =>
  snippet(text, words)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test('a short text is shown whole, its matches marked in every inflection', () => {
  expect(shown('Настройки сервера и настройка прокси.', 'настройка')).toBe('[Настройки] сервера и [настройка] прокси.')
})

test('a long text is shown where most different words stand together, cut between words', () => {
  const filler = 'слово за словом тянется длинный рассказ ни о чём '.repeat(12)
  const text = `${filler}ключ стоит тут. ${filler}здесь же ключ и пароль рядом ${filler}`
  const result = shown(text, 'ключ пароль')
  expect(result).toMatch(/^…[а-яё]/)
  expect(result).toMatch(/[а-яё]…$/)
  expect(result).toContain('здесь же [ключ] и [пароль] рядом')
})

test('a text without matches is shown from its beginning', () => {
  expect(shown('начало '.repeat(60).trim(), 'нет')).toMatch(/^начало .*начало…$/)
})

test('an empty text has an empty snippet', () => {
  expect(snippet('', 'ключ')).toEqual([])
})

test('a snippet is a part of the text, never longer than allowed, and tears no letter', () => {
  const texts = fc.array(
    fc.oneof(fc.constantFrom('ключ', 'пароль', 'слово', '😀😀😀', 'длинноеслово'.repeat(30)), fc.string()),
  )
  fc.assert(
    fc.property(texts, (words) => {
      const text = words.join(' ').toWellFormed().replace(/\s+/g, ' ').trim()
      const whole = snippet(text, 'ключ пароль')
        .map((mark) => mark.text)
        .join('')
      expect(whole.length).toBeLessThanOrEqual(longestSnippet)
      expect(whole.isWellFormed()).toBe(true)
      expect(text.includes(whole.replace(/^…|…$/g, '')) || text.includes(whole)).toBe(true)
    }),
  )
})
