import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './builds.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-builds-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const assetsOf = (name: string) => ({
  css: name,
  appCss: name,
  adminCss: name,
  visitorCss: { account: name, bots: name, charts: name },
  js: name,
  fonts: { text: '/t.woff2', latinCode: '/l.woff2', cyrillicCode: '/c.woff2' },
  buildId: name,
})

/** Creates a folder of builds and a list of the keys that were really built, not reused. */
async function workshop(name: string) {
  const folder = join(home, name)
  await mkdir(folder, { recursive: true })
  const made: string[] = []
  const build = (key: string) =>
    ensureBuild(folder, key, async (files) => {
      made.push(key)
      await writeFile(join(files, `${key}.js`), key)
      return assetsOf(key)
    })
  return { folder, made, build }
}

test('the same sources are not built again', async () => {
  const { folder, made, build } = await workshop('again')
  const first = await build('a')
  expect(await build('a')).toEqual(first)
  expect(first).toEqual({ description: assetsOf('a'), folders: [join(folder, 'a/files')] })
  expect(made).toEqual(['a'])
})

test('a build keeps only the build before it, complete', async () => {
  const { folder, build } = await workshop('two')
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    await build(key)
    await utimes(join(folder, key), at, at)
  }
  const { folders } = await build('c')
  expect(folders).toEqual([join(folder, 'c/files'), join(folder, 'b/files')])
  expect((await readdir(folder)).sort()).toEqual(['b', 'c'])
  expect(await readdir(join(folder, 'b/files'))).toEqual(['b.js'])
})

test('going back to the previous build needs no building and keeps the newer one', async () => {
  const { folder, made, build } = await workshop('back')
  for (const key of ['a', 'b', 'a']) await build(key)
  expect(made).toEqual(['a', 'b'])
  expect((await readdir(folder)).sort()).toEqual(['a', 'b'])
})

test('processes that build the same sources at once all get a complete build', async () => {
  const { folder, build } = await workshop('once')
  const builds = await Promise.all(['a', 'a', 'a', 'a'].map(build))
  expect(builds.map(({ description }) => description)).toEqual(Array.from({ length: 4 }, () => assetsOf('a')))
  expect(await readdir(folder)).toEqual(['a'])
  expect(await readdir(join(folder, 'a/files'))).toEqual(['a.js'])
})

test('a failed build leaves nothing, and drafts of a killed process are removed after an hour', async () => {
  const { folder, build } = await workshop('failed')
  const failing = ensureBuild(folder, 'a', () => Promise.reject(new Error('does not build')))
  expect(failing).rejects.toThrow('does not build')
  await failing.catch(() => undefined)
  await mkdir(join(folder, 'x.old.part'))
  await mkdir(join(folder, 'y.new.part'))
  await utimes(join(folder, 'x.old.part'), 1, 1)
  await build('b')
  expect((await readdir(folder)).sort()).toEqual(['b', 'y.new.part'])
})
