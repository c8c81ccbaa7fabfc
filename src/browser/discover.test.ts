import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { findBrowserSources, isBrowserSource } from './discover.ts'

let src: string
const made: string[] = []
beforeEach(async () => {
  src = await mkdtemp(join(tmpdir(), 'kurs-sources-'))
  made.push(src)
})
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))))

async function write(...files: [path: string, text?: string][]): Promise<void> {
  for (const [path, text = ''] of files) {
    await mkdir(dirname(join(src, path)), { recursive: true })
    await writeFile(join(src, path), text)
  }
}

const tape = 'export function Tape() {}'

describe('islands', () => {
  test('are named like their file, their components the same in PascalCase', async () => {
    await write(['bots/live-balance.island.tsx', 'export const LiveBalance = 1'], ['start/tape.island.tsx', tape])
    const { islands } = await findBrowserSources(src)
    expect(islands.map(({ name, component }) => [name, component])).toEqual([
      ['live-balance', 'LiveBalance'],
      ['tape', 'Tape'],
    ])
  })

  test('with the same name are refused', async () => {
    await write(['bots/tape.island.tsx', tape], ['start/tape.island.tsx', tape])
    expect(findBrowserSources(src)).rejects.toThrow('start/tape.island.tsx: duplicate island name tape')
  })

  test('that do not export their component are refused', async () => {
    await write(['bots/live-balance.island.tsx', 'export function Balance() {}\nexport interface LiveBalanceProps {}'])
    expect(findBrowserSources(src)).rejects.toThrow('bots/live-balance.island.tsx has to export LiveBalance')
  })
})

describe('behaviors', () => {
  test('export their selector, and are part of the entry if their name says so', async () => {
    await write(
      ['bots/walk.behavior.ts', "export const selector = '#bots, [data-bot]'\n"],
      ['site/fold.eager.behavior.ts', "export const selector = '.fold'\n"],
    )
    const { behaviors } = await findBrowserSources(src)
    expect(behaviors.map(({ selector, isEager }) => [selector, isEager])).toEqual([
      ['#bots, [data-bot]', false],
      ['.fold', true],
    ])
  })

  test('without a selector are refused', async () => {
    await write(['bots/walk.behavior.ts', 'export function start() {}'])
    expect(findBrowserSources(src)).rejects.toThrow('bots/walk.behavior.ts must export its selector')
  })
})

describe('style sheets', () => {
  test('of content, shell and site are for every page, others only if their name says so', async () => {
    await write(['bots/bots.css'], ['bots/strip.public.css'], ['bots/try.dev.css'])
    await write(['content/prose.css'], ['shell/error.css'], ['site/blog/blog.css'])
    const { sheets } = await findBrowserSources(src)
    const names = (paths: string[]) => paths.map((path) => relative(src, path))
    expect(names(sheets.site)).toEqual([
      'bots/strip.public.css',
      'content/prose.css',
      'shell/error.css',
      'site/blog/blog.css',
    ])
    expect(names(sheets.app)).toEqual(['bots/bots.css'])
  })

  test('are ordered: the one named like its folder, the others by name, then inner folders', async () => {
    await write(['bots/alarm.css'], ['bots/bots.css'], ['bots/zoom.css'], ['bots/backtest/backtest.css'])
    const { sheets } = await findBrowserSources(src)
    expect(sheets.app.map((path) => relative(src, path))).toEqual([
      'bots/bots.css',
      'bots/alarm.css',
      'bots/zoom.css',
      'bots/backtest/backtest.css',
    ])
  })

  test('imported by another one are not bundled twice', async () => {
    await write(['bots/bots.css', "@import './table.css';"], ['bots/table.css'])
    const { sheets } = await findBrowserSources(src)
    expect(sheets.app.map((path) => relative(src, path))).toEqual(['bots/bots.css'])
  })
})

test('a rebuild is triggered by found files and their imports only', async () => {
  await write(
    ['bots/bots.css'],
    ['bots/strip.public.css'],
    ['bots/strip.dev.css'],
    ['bots/tape.island.tsx', tape],
    ['bots/walk.behavior.ts', "export const selector = '#bots'\n"],
    ['bots/fold.eager.behavior.ts', "export const selector = '#bots'\n"],
  )
  const { islands, behaviors, sheets } = await findBrowserSources(src)
  const found = [...islands, ...behaviors].map(({ path }) => path).concat(sheets.app, sheets.site)
  expect(found).toHaveLength(5)
  expect(found.map((path) => relative(src, path)).filter((path) => !isBrowserSource(path))).toEqual([])
  const imported = ['ui/list/row-keys.browser.ts', 'bots/walk.browser.tsx', 'browser/entry.ts', 'browser/styles.css']
  expect(imported.filter((path) => !isBrowserSource(path))).toEqual([])
  const others = ['bots/routes.tsx', 'bots/walk.behavior.tsx', 'bots/tape.island.test.tsx', 'browser/discover.test.ts']
  expect(others.filter(isBrowserSource)).toEqual([])
})

describe('a file name that would be ignored is refused with the correct one:', () => {
  test.each([
    ['bots.behaviour.ts', 'bots.behavior.ts'],
    ['walk.behavior.tsx', 'walk.behavior.ts'],
    ['walk.behaviors.ts', 'walk.behavior.ts'],
    ['walk.behavior.eager.ts', 'walk.eager.behavior.ts'],
    ['x.islands.tsx', 'x.island.tsx'],
    ['x.island.ts', 'x.island.tsx'],
    ['x.Island.tsx', 'x.island.tsx'],
    ['keys.browser.js', 'keys.browser.ts'],
    ['strip.publik.css', 'strip.css, strip.public.css or strip.admin.css'],
    ['bots.routes.ts', 'file names in src must not contain other dots'],
  ])('%s', async (name, right) => {
    await write([`bots/${name}`, "export const selector = '#bots'\n"])
    const refusal = await findBrowserSources(src).catch(({ message }: Error) => message)
    expect(refusal).toStartWith(`bots/${name} would be ignored`)
    expect(refusal).toEndWith(right)
  })
})

test('other kinds of files are ignored', async () => {
  await write(['bots/a.test.ts'], ['bots/a.property.test.tsx'], ['bots/tape.island.test.tsx'], ['bots/sql.d.ts'])
  await write(['bots/keys.browser.tsx'], ['bots/plain.ts'], ['bots/notes.old.md'])
  expect((await findBrowserSources(src)).islands).toEqual([])
})
