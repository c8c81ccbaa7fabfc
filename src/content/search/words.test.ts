import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../tests/any-text.ts'
import { formOf, readChunks, stemsOf, wordsOf } from './words.ts'

const forms = (text: string) => readChunks(text).flatMap((chunk) => wordsOf(chunk).map(({ form }) => form))

test('letters and digits make words, everything else separates them', () => {
  expect(forms('Тики, 24 часа: (BTC/USDT)!')).toEqual(['тики', '24', 'часа', 'btc', 'usdt'])
})

test('ё in any encoding is read as е, and accents are ignored', () => {
  expect(forms('Учётные учетные уче\u0308тные café йо\u0301д')).toEqual([
    'учетные',
    'учетные',
    'учетные',
    'cafe',
    'йод',
  ])
})

test.each([
  ['DATA_DIR', ['data', 'dir', 'datadir']],
  ['--password-stdin', ['password', 'stdin', 'passwordstdin']],
  ['x-request-id', ['x', 'request', 'id', 'xrequestid']],
  ['content.db', ['content', 'db', 'contentdb']],
  ['createApp', ['createapp', 'create', 'app']],
  ['HTMLElement', ['htmlelement', 'html', 'element']],
  ['веб-сокет', ['веб', 'сокет', 'вебсокет']],
  ['APIключ', ['apiключ', 'api', 'ключ']],
  ['1.4.5', ['1', '4', '5']],
])('%s is read as a whole and as its parts', (text, words) => {
  expect(forms(text)).toEqual(words)
})

test('an apostrophe is part of its word', () => {
  expect(forms("reader’s don't")).toEqual(['reader', 'dont'])
})

test('a look-alike letter of the other alphabet is replaced', () => {
  expect(forms('сonfig кaталог')).toEqual(['config', 'каталог'])
})

test('inflected words have one stem in both languages', () => {
  expect(stemsOf(readChunks('настройками настройка configured configuration'))).toBe('настро настро configur configur')
})

test('unwanted words leave a gap', () => {
  const chunks = readChunks('один два три', (opening) => opening === 'дв')
  expect(chunks.flatMap(({ words }) => words.map(({ form }) => form))).toEqual(['', 'два', ''])
})

test('any text is read into words of letters and digits with valid positions', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), fc.string()), (text) => {
      for (const word of readChunks(text).flatMap(wordsOf)) {
        expect(word.form).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(word.stem).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(word.end).toBeGreaterThan(word.start)
        expect(word.end).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})

test('normalizing a form again does not change it', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(formOf(formOf(text))).toBe(formOf(text))))
})

test('up to 10,000 words are cached, then the cache is cleared', () => {
  const [first] = readChunks('крокодил')
  expect(readChunks('крокодил')[0]).toBe(first)
  for (let at = 0; at < 10_000; at++) readChunks(`слово${at}`)
  expect(readChunks('крокодил')[0]).not.toBe(first)
})
