import { expect, test } from 'bun:test'
import { lateMarker, latePage } from './answer-late.tsx'

const page = `<main>before${lateMarker}after</main>`

test('sends the start of the page at once, then progress bars, then the result and the rest', async () => {
  const gate = Promise.withResolvers<string>()
  const stream = latePage({
    page,
    labelledBy: 'name',
    lost: '<p>LOST</p>',
    result: (reportProgress) => {
      for (const share of [0.1, 0.1, 0.5]) reportProgress(share)
      return gate.promise
    },
  })
  const reader = stream.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toStartWith('<main>before<progress class="late-step" max="100" aria-')
  // The first part ends with the message about a lost connection, which becomes visible if nothing follows.
  expect(new TextDecoder().decode(value)).toEndWith('</progress>\n<p>LOST</p>')
  gate.resolve('RESULT')
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    rest += new TextDecoder().decode(read.value)
  }
  expect(rest.match(/value="\d+"/g)).toEqual(['value="10"', 'value="50"'])
  expect(rest).toEndWith('RESULTafter</main>')
})

test('a closed connection cancels the work', async () => {
  const ended = Promise.withResolvers<string>()
  const stream = latePage({
    page,
    labelledBy: 'name',
    lost: '<p>LOST</p>',
    result: (_, signal) => {
      signal.addEventListener('abort', () => ended.resolve('late'))
      return ended.promise
    },
  })
  await stream.cancel()
  expect(await ended.promise).toBe('late')
})

test('a failed result breaks off the response and is reported', async () => {
  const errors: unknown[] = []
  const fault = new Error('no result')
  const stream = latePage({
    page,
    labelledBy: 'name',
    lost: '<p>LOST</p>',
    result: () => Promise.reject(fault),
    onError: (error) => errors.push(error),
  })
  expect(await new Response(stream).text().catch((error: unknown) => error)).toBe(fault)
  expect(errors).toEqual([fault])
})
