import { expect, test } from 'bun:test'
import { fromOtherKeyboard } from '../../i18n/typing.ts'

test.each([
  ['yfcnhjqrb', 'настройки'],
  ['ыуфкср', 'search'],
  ['Rk.x', 'ключ'],
  [';ehyfk', 'журнал'],
])('%s is read as %s', (typed, meant) => {
  expect(fromOtherKeyboard(typed)).toBe(meant)
})

test('a text with letters of both alphabets or of neither is not converted', () => {
  expect([fromOtherKeyboard('api-ключ'), fromOtherKeyboard('123')]).toEqual([undefined, undefined])
})
