import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isLetterAddedOrSwapped, isOneEditApart, variantsOf } from './spelling.ts'

test.each([
  ['настройка', 'настрйка'],
  ['настройка', 'насттройка'],
  ['настройка', 'настрайка'],
  ['настройка', 'натсройка'],
  ['ключ', 'ключи'],
  ['ключ', 'люч'],
])('%s and %s are one edit apart', (a, b) => {
  expect([isOneEditApart(a, b), isOneEditApart(b, a)]).toEqual([true, true])
})

test.each([
  ['ключ', 'ключ'],
  ['ключ', 'клок'],
  ['ключ', 'ключами'],
  ['abcd', 'dbca'],
  ['', 'ab'],
])('%s and %s are not one edit apart', (a, b) => {
  expect([isOneEditApart(a, b), isOneEditApart(b, a)]).toEqual([false, false])
})

test('a replaced letter does not count as an added or swapped one', () => {
  expect(isLetterAddedOrSwapped('перевод', 'переход')).toBe(false)
  expect(isLetterAddedOrSwapped('перевод', 'пеервод')).toBe(true)
})

const word = fc.string({ unit: fc.constantFrom(...'абвгabcd'), minLength: 1, maxLength: 12 })
const edited = fc.tuple(word, fc.nat(), fc.constantFrom('drop', 'add', 'replace', 'swap'), fc.constantFrom(...'абвx'))

function edit([text, place, kind, letter]: [string, number, string, string]): string {
  const at = place % text.length
  const before = text.slice(0, at)
  if (kind === 'drop') return before + text.slice(at + 1)
  if (kind === 'add') return before + letter + text.slice(at)
  if (kind === 'replace') return before + letter + text.slice(at + 1)
  return before + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2)
}

test('words one edit apart always share a variant', () => {
  fc.assert(
    fc.property(edited, (change) => {
      const [a, b] = [change[0], edit(change)]
      if (a === b) return
      expect(isOneEditApart(a, b)).toBe(true)
      expect(variantsOf(a).some((variant) => variantsOf(b).includes(variant))).toBe(true)
    }),
  )
})
