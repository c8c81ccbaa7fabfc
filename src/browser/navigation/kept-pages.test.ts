import { expect, test } from 'bun:test'
import { type Answer, createKeptPages, type Wish } from './kept-pages.ts'

const page = (address: string, html = address, tag: string | null = `"${html}"`) => ({ address, html, tag })

/** Pages over a site that says what the test has put there, with every question that reaches it. */
function open() {
  const asked: Wish[] = []
  const site = new Map<string, Answer>()
  let time = 0
  const pages = createKeptPages(
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

test('an answer counts for a second, then it has to be confirmed', async () => {
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

test('what was fetched beforehand is shown as it is now, and not at all when it is gone', async () => {
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

test('a page without a tag is asked for whole', async () => {
  const { asked, site, htmlOf, pass } = open()
  site.set('/a', page('/a', '/a', null))
  await htmlOf('/a')
  pass(1000)
  await htmlOf('/a')
  expect(asked.map(({ tag }) => tag)).toEqual([null, null])
})

test('who waits for one answer shares it, and one that fails is asked for again', async () => {
  const { asked, site, htmlOf } = open()
  expect(await Promise.all([htmlOf('/a'), htmlOf('/a')])).toEqual([undefined, undefined])
  expect(asked).toHaveLength(1)
  site.set('/a', page('/a'))
  expect(await htmlOf('/a')).toBe('/a')
})

test('a part and the whole of a page are two things', async () => {
  const { asked, site, take } = open()
  site.set('/a', page('/a'))
  await Promise.all([take('/a', true), take('/a', false)])
  expect(asked.map(({ isPart }) => isPart)).toEqual([true, false])
})

test('64 pages are kept: the least recently asked for leaves', async () => {
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

test('four million characters are kept, whatever the number of pages', async () => {
  const { site, htmlOf, size } = open()
  for (let n = 0; n < 5; n++) {
    site.set(`/${n}`, page(`/${n}`, 'x'.repeat(1_000_000), null))
    await htmlOf(`/${n}`)
  }
  expect(size()).toBe(4)
})

test('another build or another reader finds nothing of before', async () => {
  const { site, htmlOf, forget, size } = open()
  site.set('/a', page('/a'))
  await htmlOf('/a')
  forget()
  expect(size()).toBe(0)
})
