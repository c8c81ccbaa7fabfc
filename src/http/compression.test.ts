import { expect, test } from 'bun:test'
import zlib from 'node:zlib'
import { chooseEncoding, compress, compressStream, compressWhole } from './compression.ts'

test('brotli is preferred, then zstd, then gzip', () => {
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(chooseEncoding('gzip, zstd')).toBe('zstd')
  expect(chooseEncoding('gzip, deflate')).toBe('gzip')
})

test('q values and refusals of the client are respected', () => {
  expect(chooseEncoding('br;q=0.1, gzip;q=0.9')).toBe('gzip')
  expect(chooseEncoding('br;q=0, gzip')).toBe('gzip')
  expect(chooseEncoding('*;q=0.5, br;q=0')).toBe('zstd')
  expect(chooseEncoding('identity')).toBeUndefined()
  expect(chooseEncoding(undefined)).toBeUndefined()
})

test('each encoding can be decoded, whole or streamed', async () => {
  const text = 'Курс '.repeat(1000)
  const bytes = new TextEncoder().encode(text)
  const decode = { br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync, gzip: zlib.gunzipSync }
  for (const encoding of ['br', 'zstd', 'gzip'] as const) {
    expect(decode[encoding](await compress(bytes, encoding)).toString()).toBe(text)
    for (const part of [bytes.subarray(0, 100), bytes]) {
      expect(decode[encoding](await compressWhole(part, encoding))).toEqual(Buffer.from(part))
    }
    const streamed = new Response(compressStream(new Blob([bytes]).stream(), encoding))
    expect(decode[encoding](await streamed.arrayBuffer()).toString()).toBe(text)
  }
})

test('a chunk leaves the compressor before the next one is written', async () => {
  const chunks = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const writer = chunks.writable.getWriter()
  const reader = compressStream(chunks.readable, 'br').getReader()
  writer.write(new TextEncoder().encode('first'))
  const { value, done } = await reader.read()
  expect(done).toBe(false)
  expect(value?.length).toBeGreaterThan(0)
  await writer.close()
})
