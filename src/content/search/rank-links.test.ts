import { afterEach, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex, type TestPage } from '../../../tests/search-index.ts'
import { listLinkWords } from './queries.ts'

let index: SearchIndex | undefined
afterEach(async () => {
  await index?.close()
  index = undefined
})

const about = { path: '/docs/queue', title: 'The queue', text: 'Many rows at once: batch, writes and all.' }
const mentions = {
  path: '/docs/news',
  title: 'Batch writes and other news',
  text: 'Batch writes, batch writes and once more batch writes.',
}
const callsItSo = (name: string, text = 'batch writes'): TestPage => {
  return { path: `/docs/${name}`, title: name, text: 'Nothing.', links: [{ path: about.path, text }] }
}

test('links with the text of the query raise a page until they are removed', async () => {
  index = await createSearchIndex('en', about, mentions, callsItSo('one'), callsItSo('two'))
  expect(await index.find('batch writes')).toEqual([about.path, mentions.path])
  await index.remove('/docs/one')
  await index.put({ ...callsItSo('two'), links: [] })
  expect(await index.find('batch writes')).toEqual([mentions.path, about.path])
})

test('a link text that only mentions the query or a part of it raises nothing', async () => {
  const others = ['why several databases slow down after batch writes from distant clients', 'writes'].map((text, at) =>
    callsItSo(`other-${at}`, text),
  )
  index = await createSearchIndex('en', about, mentions, ...others, ...others)
  expect(await index.find('batch writes')).toEqual([mentions.path, about.path])
})

test('a page with many link texts is read by its most common ones, and others keep theirs', async () => {
  const others = Array.from({ length: 60 }, (_, at) => callsItSo(`other-${at}`, `batch writes of kind ${at}`))
  const elsewhere = { ...callsItSo('z'), links: [{ path: mentions.path, text: 'batch news' }] }
  index = await createSearchIndex('en', about, mentions, ...others, callsItSo('one'), callsItSo('two'), elsewhere)
  const read = await listLinkWords(index.db, [about.path, mentions.path], ['bat'])
  expect(read.find(({ path }) => path === mentions.path)).toEqual({ path: mentions.path, text: 'batch news', pages: 1 })
  const names = read.filter(({ path }) => path === about.path)
  expect(names[0]).toEqual({ path: about.path, text: 'batch writes', pages: 2 })
  expect(names.length).toBeLessThan(60)
  expect((await index.find('batch writes'))[0]).toBe(about.path)
})

test('a page that does not match by its own words is not found by its links', async () => {
  index = await createSearchIndex(
    'en',
    about,
    mentions,
    callsItSo('one', 'mass mailing'),
    callsItSo('two', 'mass mailing'),
  )
  expect(await index.find('mass mailing')).toEqual([])
})
