import { expect, test } from 'bun:test'
import { categories, createTestSite, page } from '../../../tests/site.ts'
import type { Db } from '../../db/client.ts'
import { createEvents } from '../../events/events.ts'
import { contentVersion } from '../topics.ts'
import { createLibraryCache } from './library-cache.ts'

test('an unannounced change is found by the next refresh, and each version is emitted once', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({}) } })
  const events = createEvents(console)
  const library = createLibraryCache(site.db, events)
  const versions: number[] = []
  events.on(contentVersion, ({ version }) => void versions.push(version))
  const { version } = await library.current()
  await site.edit({ 'ru/docs/b.md': page({}) })
  expect((await library.current()).version).toBe(version)
  await library.refresh()
  await library.refresh()
  const fresh = await library.current()
  expect(fresh.byLocale.ru.docs.has('/docs/b')).toBe(true)
  expect(versions).toEqual([fresh.version])
  await site.close()
})

test('pages are correct however often, early or late a version is announced', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({ title: 'Прежний' }) } })
  const shown = async () => site.read('/docs/a')
  expect(await shown()).toContain('Прежний')
  await site.pages.settled()
  site.events.emit(contentVersion, { version: 0 })
  expect(await shown()).toContain('Прежний')
  await site.pages.settled()
  await site.edit({ 'ru/docs/a.md': page({ title: 'Новый' }) })
  for (const version of [2, 2, 1]) site.events.emit(contentVersion, { version })
  expect(await shown()).toContain('Новый')
  await site.close()
})

test('a text shown on a page of the other language uses the words of that page', async () => {
  const code = '```ts\nconst a = 1\n```'
  const article = page({ date: '2026-01-01' }, code)
  const site = await createTestSite({
    files: { ...categories, 'ru/docs/a.md': page({}, code), 'ru/blog/news/a.md': article },
  })
  for (const path of ['/docs/a', '/blog/news/a']) {
    const words = async (prefix: string) => {
      const html = await site.read(prefix + path)
      return ['Скопировать', 'Copy'].filter((word) => html.includes(word))
    }
    expect([path, await words(''), await words('/en')]).toEqual([path, ['Скопировать'], ['Copy']])
  }
  await site.close()
})

/** Returns a database whose reads fail once `readsLeft` is used up. */
function unreliable(db: Db) {
  const state = { readsLeft: Number.POSITIVE_INFINITY }
  const reader: Db = {
    ...db,
    get orm() {
      if (state.readsLeft-- <= 0) throw new Error('The database is down')
      return db.orm
    },
  }
  return { state, reader }
}

test('a first read that fails is retried', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({}) } })
  const { state, reader } = unreliable(site.db)
  const library = createLibraryCache(reader, createEvents(console))
  state.readsLeft = 0
  await expect(library.current()).rejects.toThrow('down')
  await expect(library.refresh()).rejects.toThrow('down')
  state.readsLeft = Number.POSITIVE_INFINITY
  expect((await library.current()).byLocale.ru.docs.has('/docs/a')).toBe(true)
  await site.close()
})

test('the old version is served while a new one cannot be read, which is then emitted', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({}) } })
  const { state, reader } = unreliable(site.db)
  const events = createEvents(console)
  const library = createLibraryCache(reader, events)
  const emitted: number[] = []
  events.on(contentVersion, ({ version }) => void emitted.push(version))
  const before = await library.current()
  await site.edit({ 'ru/docs/b.md': page({}) })
  // After one read, which gets the version, all further reads fail.
  state.readsLeft = 1
  await expect(library.refresh()).rejects.toThrow('down')
  expect(await library.current()).toBe(before)
  expect(emitted).toEqual([])
  state.readsLeft = Number.POSITIVE_INFINITY
  await library.refresh()
  const after = await library.current()
  expect(after.byLocale.ru.docs.has('/docs/b')).toBe(true)
  expect(emitted).toEqual([after.version])
  await site.close()
})

test('refreshes do not overlap', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({}) } })
  const events = createEvents(console)
  const library = createLibraryCache(site.db, events)
  const emitted: number[] = []
  events.on(contentVersion, ({ version }) => void emitted.push(version))
  await Promise.all([library.refresh(), library.refresh()])
  expect(emitted).toEqual([(await library.current()).version])
  await site.close()
})
