import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { domains } from '../src/app.tsx'
import { nameProblem } from '../src/browser/discover.ts'
import { localised } from '../src/i18n/locales.ts'
import {
  readSources,
  type Sources,
  unlistedManifests,
  unreachedBehaviors,
  unreachedIslands,
  unreachedSheets,
} from './reach.ts'
import { createTestSite } from './site.ts'

const src = join(import.meta.dir, '../src')

test('every island is used by a page, and every behavior and style sheet has markup', async () => {
  const sources = await readSources(src)
  expect(sources.found.islands.length).toBeGreaterThan(0)
  expect(unreachedIslands(sources)).toEqual([])
  expect(unreachedBehaviors(sources)).toEqual([])
  expect(unreachedSheets(sources)).toEqual([])
})

test('every file of src has a name by which it is found', async () => {
  const paths = await readdir(src, { recursive: true })
  expect(paths.flatMap((path) => nameProblem(path) ?? [])).toEqual([])
})

test('every menu entry links to a page', async () => {
  const site = await createTestSite()
  const { navigation, routes } = site.app
  const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  await site.close()
  expect(navigation.length).toBeGreaterThan(0)
  expect(navigation.filter(({ path }) => !pages.has(path) || !pages.has(localised('en', path)))).toEqual([])
})

test('every domain is listed in app.tsx', async () => {
  expect(await unlistedManifests(src, domains)).toEqual([])
  expect(await unlistedManifests(src, domains.slice(1))).toEqual(['site/manifest.ts'])
})

describe('unreachable sources are found:', () => {
  const page = `<Island name="tape"><Tape /></Island><main id="bots" className="bot-list" data-bot />`
  const whole = {
    'bots/page.tsx': page,
    'bots/tape.island.tsx': 'export function Tape() {}',
    'bots/walk.behavior.ts': "export const selector = '#bots [data-bot]'\n",
    'bots/bots.css': '.bot-list { inline-size: 10.5rem }',
  }
  const unreached = (sources: Sources) =>
    [unreachedIslands, unreachedBehaviors, unreachedSheets].flatMap((find) => find(sources))

  test.each<[what: string, files: Record<string, string>, found: string[]]>([
    ['nothing while all of it is used', {}, []],
    ['an island that no page shows', { 'bots/chart.island.tsx': 'export function Chart() {}' }, ['chart']],
    ['an island that a page shows and nobody wrote', { 'bots/more.tsx': '<Island name="gone">' }, ['gone']],
    ['a behaviour of an element that is gone', { 'bots/page.tsx': page.replace('bots', 'list') }, ['walk.behavior.ts']],
    ['a sheet of classes that are gone', { 'bots/old.css': '.bot-menu, #bot-menu { color: red }' }, ['old.css']],
    ['a sheet in no bundle', { 'ui/bot.css': '.bot-list { color: red }' }, ['bot.css']],
  ])('%s', async (_, files, found) => {
    const folder = await mkdtemp(join(tmpdir(), 'kurs-reach-'))
    for (const [path, text] of Object.entries({ ...whole, ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const sources = await readSources(folder)
    await rm(folder, { recursive: true })
    expect(unreached(sources).map((path) => relative(folder, path).split('/').pop())).toEqual(found)
  })
})
