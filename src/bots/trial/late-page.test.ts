import { expect, test } from 'bun:test'
import { latePage, latePlace } from './late-page.ts'

const page = `<main>before${latePlace}after</main>`

test('what stands before is sent at once, then a bar for each step, then the result and the rest', async () => {
  const gate = Promise.withResolvers<string>()
  const stream = latePage({
    page,
    labelledBy: 'name',
    lost: '<p>LOST</p>',
    result: (tell) => {
      for (const share of [0.1, 0.1, 0.5]) tell(share)
      return gate.promise
    },
  })
  const reader = stream.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toStartWith('<main>before<progress class="late-step" max="100" aria-')
  // Whoever hears nothing after it has been cut off.
  expect(new TextDecoder().decode(value)).toEndWith('</progress>\n<p>LOST</p>')
  gate.resolve('RESULT')
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    rest += new TextDecoder().decode(read.value)
  }
  expect(rest.match(/value="\d+"/g)).toEqual(['value="10"', 'value="50"'])
  expect(rest).toEndWith('RESULTafter</main>')
})

test('who leaves ends the work', async () => {
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

test('a result that fails breaks the page off, and is told', async () => {
  const told: unknown[] = []
  const fault = new Error('no result')
  const stream = latePage({
    page,
    labelledBy: 'name',
    lost: '<p>LOST</p>',
    result: () => Promise.reject(fault),
    onError: (error) => told.push(error),
  })
  expect(await new Response(stream).text().catch((error: unknown) => error)).toBe(fault)
  expect(told).toEqual([fault])
})
