import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../tests/any-text.ts'
import { cleanQuery, parseQuery, withoutStopWords } from './query.ts'

const maxQueryLength = 200

const read = (query: string) =>
  parseQuery(query).map(({ words, isPhrase }) => {
    const text = words.map(({ form }) => form).join(' ')
    return isPhrase ? `"${text}"` : text
  })

test('quotes of every kind make a phrase', () => {
  expect(read('а "быстрый старт" б «в две строки» “one two” „drei vier“')).toEqual([
    'а',
    '"быстрый старт"',
    'б',
    '"в две строки"',
    '"one two"',
    '"drei vier"',
  ])
})

test('a quote without its pair is a separator', () => {
  expect(read('быстрый "старт')).toEqual(['быстрый', 'старт'])
})

test('operators of the index are read as words or separators', () => {
  expect(read('a AND (b* OR NOT title:c) ^NEAR(d, 2) -e +f')).toEqual('a and b or not title c near d 2 e f'.split(' '))
})

test('only a last word outside a phrase may still be being typed', () => {
  expect(parseQuery('один два').map(({ isLast }) => isLast)).toEqual([false, true])
  expect(parseQuery('один "два три"').map(({ isLast }) => isLast)).toEqual([false, false])
})

test('stop words are left out unless there are no others', () => {
  const kept = (query: string) => withoutStopWords(parseQuery(query)).map(({ words }) => words[0]?.form)
  expect(kept('как обновить и где')).toEqual(['обновить'])
  expect(kept('как и где')).toEqual(['как', 'и', 'где'])
})

test('a query is cut to the maximum length without half characters', () => {
  expect(cleanQuery(`  ${'а'.repeat(10_000)}`)).toBe('а'.repeat(maxQueryLength))
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      expect(cleanQuery(text).length).toBeLessThanOrEqual(maxQueryLength)
      expect(cleanQuery(text).isWellFormed()).toBe(true)
    }),
  )
})

test('the positions of a term enclose its words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'абa1 "«»-_.') }), (query) => {
      for (const { start, end, words } of parseQuery(query)) {
        expect(words[0]?.start).toBeGreaterThanOrEqual(start)
        expect(words.at(-1)?.end).toBeLessThanOrEqual(end)
      }
    }),
  )
})
