import fc from 'fast-check'

/** Half surrogates: they stand for no character alone. */
const halves = { first: 0xd800, count: 0x800 }

/**
 * One character of all that there are, for `fc.string`. As its own unit `binary`, which makes a list of the 1.1 million
 * before the first: a second of the processor's time, and half a heap, in every process.
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

/** The query of an address, without its question mark: what may stand there plainly, and anything else encoded. */
export const anyQuery = fc.string({
  unit: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...plain) },
    { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
  ),
})
