import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { linkTo, tools, wrap } from './text-edits.ts'

function applied(text: string, start: number, end: number, wrapping = tools.bold) {
  const { replaces, text: put, selects } = wrap(text, { start, end }, wrapping)
  const after = text.slice(0, replaces.start) + put + text.slice(replaces.end)
  return { after, selects }
}

test('a tag is put around the selection, which stays selected', () => {
  expect(applied('Курс вырос', 5, 10)).toEqual({ after: 'Курс <b>вырос</b>', selects: { start: 8, end: 13 } })
  expect(applied('', 0, 0)).toEqual({ after: '<b></b>', selects: { start: 3, end: 3 } })
})

test('pressing again removes the tag, wherever it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), (text, one, other) => {
      const [start, end] = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b)
      if (start === undefined || end === undefined) return
      const { after, selects } = applied(text, start, end)
      expect(applied(after, selects.start, selects.end)).toEqual({ after: text, selects: { start, end } })
    }),
  )
})

test('an address cannot end its own attribute', () => {
  expect(linkTo('https://kurs.example/?a="1"&b=2').before).toBe(
    '<a href="https://kurs.example/?a=&quot;1&quot;&amp;b=2">',
  )
})
