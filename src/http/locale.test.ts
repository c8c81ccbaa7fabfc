import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { matchLanguage } from './locale.ts'

test('the language with the highest quality wins', () => {
  expect(matchLanguage('en;q=0.5, ru;q=0.9')).toBe('ru')
  expect(matchLanguage('fr, en-GB;q=0.8, ru;q=0.7')).toBe('en')
})

test('a language refused with q=0 does not count', () => {
  expect(matchLanguage('en;q=0, ru')).toBe('ru')
  expect(matchLanguage('en;q=0')).toBeUndefined()
})

test('languages that the site does not have match nothing', () => {
  expect(matchLanguage('fr-FR, de;q=0.8, *;q=0.1')).toBeUndefined()
  expect(matchLanguage(undefined)).toBeUndefined()
})

test('no header value makes it throw', () => {
  fc.assert(fc.property(fc.string(), (header) => ['ru', 'en', undefined].includes(matchLanguage(header))))
})
