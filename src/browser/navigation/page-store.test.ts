import { expect, test } from 'bun:test'
import { type Answer, createPageStore, type PageQuery } from './page-store.ts'

const page = (address: string, html = address, tag: string | null = `"${html}"`) => ({ address, html, tag })

/** Creates a page store for a fake site whose content the test sets, and records every request. */
function open() {
  const asked: PageQuery[] = []
  const site = new Map<string, Answer>()
  let time = 0
  const pages = createPageStore(
    async (wish) => {
      asked.push(wish)
      const answer = site.get(wish.address)
      return answer && answer.tag !== null && answer.tag === wish.tag ? 'same' : answer
    },
    () => time,
  )
  const htmlOf = async (address: string) => (await pages.take(address, true))?.html
  return { ...pages, asked, site, htmlOf, pass: (ms: number) => (time += ms) }
}

test('a response is fresh for a second, then it has to be revalidated', async () => {
  const { asked, site, htmlOf, pass } = open()
  site.set('/a', page('/a'))
  expect([await htmlOf('/a'), await htmlOf('/a')]).toEqual(['/a', '/a'])
  pass(999)
  await htmlOf('/a')
  expect(asked.map(({ tag }) => tag)).toEqual([null])
  pass(1)
  expect(await htmlOf('/a')).toBe('/a')
  expect(asked.map(({ tag }) => tag)).toEqual([null, '"/a"'])
  pass(999)
  await htmlOf('/a')
  expect(asked).toHaveLength(2)
})

test('a prefetched page is shown in its current version, and not at all if it is gone', async () => {
  const { site, htmlOf, keep, pass } = open()
  site.set('/a', page('/a', 'before'))
  await keep('/a', true)
  site.set('/a', page('/a', 'after'))
  pass(1000)
  expect(await htmlOf('/a')).toBe('after')
  site.delete('/a')
  pass(1000)
  expect(await htmlOf('/a')).toBeUndefined()
})

test('a page without a tag is requested again', async () => {
  const { asked, site, htmlOf, pass } = open()
  site.set('/a', page('/a', '/a', null))
  await htmlOf('/a')
  pass(1000)
  await htmlOf('/a')
  expect(asked.map(({ tag }) => tag)).toEqual([null, null])
})

test('concurrent requests share a response, and a failed one is repeated', async () => {
  const { asked, site, htmlOf } = open()
  expect(await Promise.all([htmlOf('/a'), htmlOf('/a')])).toEqual([undefined, undefined])
  expect(asked).toHaveLength(1)
  site.set('/a', page('/a'))
  expect(await htmlOf('/a')).toBe('/a')
})

test('a part of a page and the whole page are separate entries', async () => {
  const { asked, site, take } = open()
  site.set('/a', page('/a'))
  await Promise.all([take('/a', true), take('/a', false)])
  expect(asked.map(({ isPart }) => isPart)).toEqual([true, false])
})

test('at most 64 pages are cached: the least recently used one is evicted', async () => {
  const { asked, site, htmlOf, size } = open()
  for (let n = 0; n <= 64; n++) site.set(`/${n}`, page(`/${n}`))
  for (let n = 0; n < 64; n++) await htmlOf(`/${n}`)
  expect(size()).toBe(64)
  await htmlOf('/64')
  expect(size()).toBe(64)
  await htmlOf('/1')
  expect(asked).toHaveLength(65)
  await htmlOf('/0')
  expect(asked).toHaveLength(66)
})

test('at most four million characters are cached, whatever the number of pages', async () => {
  const { site, htmlOf, size } = open()
  for (let n = 0; n < 5; n++) {
    site.set(`/${n}`, page(`/${n}`, 'x'.repeat(1_000_000), null))
    await htmlOf(`/${n}`)
  }
  expect(size()).toBe(4)
})

test('nothing is left after a change of build or reader', async () => {
  const { site, htmlOf, forget, size } = open()
  site.set('/a', page('/a'))
  await htmlOf('/a')
  forget()
  expect(size()).toBe(0)
})
