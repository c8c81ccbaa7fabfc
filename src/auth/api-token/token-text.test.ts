import { expect, test } from 'bun:test'
import { newTokenText, readTokenText } from './token-text.ts'

test('a token has its prefix, an id that can be read from it, and a checksum', () => {
  const { id, text, hash } = newTokenText()
  expect(text).toMatch(/^kurs_[0-9A-Za-z]{62}$/)
  expect(text.slice(5, 18)).toBe(id)
  expect(readTokenText(text)).toEqual({ id, hash })
  expect(newTokenText().text).not.toBe(text)
})

test('malformed text and a token with one changed letter are rejected', () => {
  const { text } = newTokenText()
  const changed = text.slice(0, 30) + (text[30] === 'a' ? 'b' : 'a') + text.slice(31)
  for (const other of ['', 'kurs_', changed, `${text}0`, text.slice(0, -1), text.replace('kurs_', 'KURS_')])
    expect(readTokenText(other)).toBeUndefined()
})
