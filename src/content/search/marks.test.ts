import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { markText } from './matches.ts'

test('places may overlap and come in any order', () => {
  const places = [
    { start: 4, end: 8 },
    { start: 0, end: 2 },
    { start: 6, end: 9 },
  ]
  expect(markText('abcdefghijk', places)).toEqual([
    { text: 'ab', isMatch: true },
    { text: 'cd', isMatch: false },
    { text: 'efgh', isMatch: true },
    { text: 'i', isMatch: true },
    { text: 'jk', isMatch: false },
  ])
})

test('the marks together make up the text', () => {
  const place = fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
  fc.assert(
    fc.property(fc.string({ minLength: 30 }), fc.array(place), (text, places) => {
      const marks = markText(text, places)
      expect(marks.map((mark) => mark.text).join('')).toBe(text)
      expect(marks.every((mark) => mark.text !== '')).toBe(true)
    }),
  )
})
