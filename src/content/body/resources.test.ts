import { expect, test } from 'bun:test'
import { parseMdc } from '../mdc/parse.ts'
import { prerender } from '../render/prerender.tsx'
import { codeFontsOf } from './resources.ts'

const fontsOf = (text: string) => codeFontsOf(prerender(parseMdc(text).body, 'ru'))

test('a text without code needs no code font', () => {
  expect(fontsOf('Цена «растёт» & падает.\n\n- список')).toEqual([])
})

test.each([
  ['in a line', 'Команда `bun start` и текст'],
  ['in a block', 'Текст:\n\n```ts\nconst price = 1\n```'],
  ['as a key', 'Клавиша :kbd{value="F1"}'],
  ['in a block that is drawn with its page', '::code-group\n```ts [а.ts]\nconst price = 1\n```\n::'],
])('code %s needs the Latin font', (_, text) => {
  expect(fontsOf(text)).toEqual(['latinCode'])
})

test.each([
  ['in a line', 'Поле `цена`'],
  ['in a block', '```ts\n// цена\nconst price = 1\n```'],
  ['in a block that is drawn with its page', '::code-group\n```ts [a.ts]\nconst price = 1 // цена\n```\n::'],
])('Cyrillic code %s needs both fonts', (_, text) => {
  expect(fontsOf(text)).toEqual(['latinCode', 'cyrillicCode'])
})
