import { expect, test } from 'bun:test'
import { readBody, readHead } from './body.ts'

const longMs = 600_000

/** A request whose body sends these words and then stalls; with `isEnding` it ends instead. */
function saying(words: string[], { isEnding = false } = {}) {
  const left = [...words]
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const word = left.shift()
      if (word !== undefined) controller.enqueue(Buffer.from(word))
      else if (isEnding) controller.close()
      else return new Promise<void>(() => {})
    },
  })
  return new Request('https://kurs.test/', { method: 'POST', body })
}

test('a body is read as a whole, up to a size limit', async () => {
  const words = ['one ', 'two']
  const patience = { silence: longMs, whole: longMs }
  const read = await readBody(saying(words, { isEnding: true }), 7, patience)
  expect(read).toEqual({ status: 'read', bytes: Buffer.from('one two') })
  expect(await readBody(saying(words), 6, patience)).toEqual({ status: 'tooBig', head: Buffer.from('one ') })
  expect(await readBody(new Request('https://kurs.test/'), 6, patience)).toMatchObject({ bytes: Buffer.alloc(0) })
})

test('a stalled body and a slow body run into their timeouts', async () => {
  expect(await readBody(saying(['one']), 10, { silence: 1, whole: longMs })).toEqual({
    status: 'slow',
    head: Buffer.from('one'),
  })
  const little = new ReadableStream<Uint8Array>({ pull: async (controller) => controller.enqueue(await aByte()) })
  const request = new Request('https://kurs.test/', { method: 'POST', body: little })
  expect(await readBody(request, Number.MAX_SAFE_INTEGER, { silence: longMs, whole: 5 })).toMatchObject({
    status: 'slow',
  })
})

test('the head of a body is its first chunk, or empty if none arrives', async () => {
  expect(await readHead(saying(['one ', 'two']), longMs)).toEqual(Buffer.from('one '))
  expect(await readHead(saying([]), 1)).toEqual(new Uint8Array(0))
  expect(await readHead(new Request('https://kurs.test/'))).toEqual(new Uint8Array(0))
})

/** Resolves with one byte in a later turn of the event loop */
function aByte(): Promise<Uint8Array> {
  return new Promise((resolve) => setImmediate(() => resolve(new Uint8Array(1))))
}
