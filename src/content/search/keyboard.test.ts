import { expect, test } from 'bun:test'
import { fromOtherKeyboard } from './keyboard.ts'

test.each([
  ['yfcnhjqrb', 'настройки'],
  ['ыуфкср', 'search'],
  ['Rk.x', 'ключ'],
  [';ehyfk', 'журнал'],
])('%s was meant as %s', (typed, meant) => {
  expect(fromOtherKeyboard(typed)).toBe(meant)
})

test('a text of both alphabets or of none was meant as it is', () => {
  expect([fromOtherKeyboard('api-ключ'), fromOtherKeyboard('123')]).toEqual([undefined, undefined])
})
