import fc from 'fast-check'

/** Surrogate code units: a single surrogate is not a character. */
const halves = { first: 0xd800, count: 0x800 }

/**
 * Any single Unicode character, for `fc.string`. Replaces the built-in unit `binary`, which first builds a list of 1.1
 * million characters: a second of processor time and half a heap in every process.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - halves.count })
  .map((place) => String.fromCodePoint(place < halves.first ? place : place + halves.count), placeOf)

function placeOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined || text !== String.fromCodePoint(code) || /^\p{Cs}$/u.test(text))
    throw new Error('No character')
  return code < halves.first ? code : code - halves.count
}

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?"

/**
 * Generates the query of a URL without its question mark: characters allowed unescaped, plus percent-encoded
 * characters.
 */
export const anyQuery = fc.string({
  unit: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...plain) },
    { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
  ),
})
