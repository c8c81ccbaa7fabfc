import { expect, test } from 'bun:test'
import { createGrowingBytes, inBase64 } from './routes.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = async (pieces: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(pieces)).toString()

test('readers get all bytes, whether they start before or after the end', async () => {
  const bytes = createGrowingBytes()
  const early = textOf(bytes.read())
  for (const text of ['a', 'bc', 'def']) {
    bytes.add(bytesOf(text))
    await new Promise(setImmediate)
  }
  bytes.end()
  expect([await early, await textOf(bytes.read()), bytes.size()]).toEqual(['abcdef', 'abcdef', 6])
})

test('readers throw the error that ended the bytes', async () => {
  const bytes = createGrowingBytes()
  bytes.add(bytesOf('a'))
  const early = textOf(bytes.read())
  bytes.end(new Error('The disk is gone'))
  await expect(early).rejects.toThrow('The disk is gone')
  await expect(textOf(bytes.read())).rejects.toThrow('The disk is gone')
})

test('base64 of pieces equals that of the whole, however it is cut', async () => {
  const text = 'Слово 🚀 and more'
  for (const length of [1, 2, 3, 4, 5, 7, 100]) {
    const all = bytesOf(text)
    const pieces = Array.from({ length: Math.ceil(all.length / length) }, (_, n) =>
      all.slice(n * length, (n + 1) * length),
    )
    const read = async function* () {
      yield* pieces
    }
    expect(await textOf(inBase64(read()))).toBe(Buffer.from(text).toString('base64'))
  }
})
