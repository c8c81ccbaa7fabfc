import { afterEach, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex, type TestPage } from '../../../tests/search-index.ts'

let index: SearchIndex | undefined
afterEach(() => index?.close())

async function find(query: string, ...pages: TestPage[]): Promise<string[]> {
  index = await createSearchIndex('en', ...pages)
  return index.find(query)
}

test('one page with all words does not hide pages with most of them, which rank below it', async () => {
  const pages = [
    { path: '/docs/changes', title: 'Upgrade guide', text: 'Replace statusCode; createError and 404 are as before.' },
    { path: '/docs/errors', title: 'createError', text: 'Throws an error with a statusCode.' },
    { path: '/docs/other', title: 'Other', text: 'Nothing of all that.' },
  ]
  expect(await find('createError statusCode 404', ...pages)).toEqual(['/docs/changes', '/docs/errors'])
})

test('pages with half of the query are not listed below one with all of it', async () => {
  const others = Array.from({ length: 5 }, (_, at) => ({ path: `/docs/${at}`, title: `Page ${at}`, text: 'Settings.' }))
  const whole = { path: '/docs/hooks', title: 'Webhook settings', text: 'Where it calls.' }
  expect(await find('webhook settings', whole, ...others)).toEqual(['/docs/hooks'])
})

test('one common word does not fill a title of several words', async () => {
  const pages = [
    { path: '/docs/all', title: 'Promise.all()', text: 'Promise, promise.', headings: { Promises: 'A promise each.' } },
    {
      path: '/docs/promise',
      title: 'Promise',
      text: 'A value to come, and many more words of which none is asked for.',
    },
  ]
  expect((await find('промис', ...pages))[0]).toBe('/docs/promise')
})

test('the digits of a decimal number are not searched one by one', async () => {
  const pages = [
    { path: '/docs/ones', title: 'Lists', text: 'From 0 on. Then 1.' },
    { path: '/docs/floats', title: 'Floating point', text: 'Why 0.1 is not a tenth.' },
  ]
  expect(await find('0.1', ...pages)).toEqual(['/docs/floats'])
})
