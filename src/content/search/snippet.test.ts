import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createMatcher, makeSnippet } from './matches.ts'
import { type Clause, exact } from './query.ts'
import { readChunks } from './words.ts'

const maxSnippetLength = 200

const needsOf = (words: string): Clause[] =>
  readChunks(words).flatMap((chunk) => chunk.words.map(({ stem }) => ({ patterns: [exact(stem)], pages: 1 })))
const snippet = (text: string, words: string) => makeSnippet(text, createMatcher(words, needsOf(words)).inText(text))
const shown = (text: string, words: string) =>
  snippet(text, words)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test('a short text is shown in full, with matches marked in every inflection', () => {
  expect(shown('Настройки сервера и настройка прокси.', 'настройка')).toBe('[Настройки] сервера и [настройка] прокси.')
})

test('a long text is cut to where most different words are close together', () => {
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

test('a snippet is part of the text, within the limit, and splits no character', () => {
  const texts = fc.array(
    fc.oneof(fc.constantFrom('ключ', 'пароль', 'слово', '😀😀😀', 'длинноеслово'.repeat(30)), fc.string()),
  )
  fc.assert(
    fc.property(texts, (words) => {
      const text = words.join(' ').toWellFormed().replace(/\s+/g, ' ').trim()
      const whole = snippet(text, 'ключ пароль')
        .map((mark) => mark.text)
        .join('')
      expect(whole.length).toBeLessThanOrEqual(maxSnippetLength)
      expect(whole.isWellFormed()).toBe(true)
      expect(text.includes(whole.replace(/^…|…$/g, '')) || text.includes(whole)).toBe(true)
    }),
  )
})
