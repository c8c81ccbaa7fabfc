import { expect, test } from 'bun:test'
import { codeParts, withoutCodeMarks } from './code-marks.ts'

test('text between backticks is code', () => {
  expect(codeParts('The `alt` attribute')).toEqual([
    { text: 'The ', isCode: false },
    { text: 'alt', isCode: true },
    { text: ' attribute', isCode: false },
  ])
  expect(withoutCodeMarks('`.map()` and ``a ` b``')).toBe('.map() and a ` b')
})

test('an unpaired backtick stays', () => {
  expect(withoutCodeMarks('5` wide')).toBe('5` wide')
  expect(withoutCodeMarks('``')).toBe('``')
})
