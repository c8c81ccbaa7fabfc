import { expect, test } from 'bun:test'
import { parseMdc } from '../mdc/parse.ts'
import { countWords } from './derive.ts'

test('words are counted in every language and block, code is not', () => {
  const { body } = parseMdc('Раз, **два** — three-and `four`.\n\n```ts\nnot counted\n```\n\n::note\nfive don’t\n::')
  expect(countWords(body)).toBe(6)
})
