import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { feedNames, joinableFeeds } from '../../config/feeds.ts'
import { manifests } from './manifests.ts'

const src = join(import.meta.dir, '..', '..')
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
const isOfFeed = (path: string) => feedNames.some((name) => path.startsWith(`market/feed/${name}/`))

test('each folder with a manifest is a feed, and exchanges with a name on screens can be joined', () => {
  const folders = code.flatMap(({ path }) => /^market\/feed\/(\w+)\/manifest\.ts$/.exec(path)?.[1] ?? [])
  // The folder `exchange` makes manifests for exchanges.
  expect(folders.filter((folder) => folder !== 'exchange').sort()).toEqual([...feedNames].sort())
  expect(feedNames.filter((name) => manifests[name].venue !== undefined)).toEqual([...joinableFeeds])
})

test('outside the folder of a feed, only its manifest is imported', () => {
  // The thread that writes the past makes minutes by a recipe, which only the demo has.
  const others = code.filter(({ path }) => !isOfFeed(path) && path !== 'market/past/past.worker.ts')
  const named = new RegExp(`['/](${feedNames.join('|')})/(?!manifest\\.ts)[\\w.-]+\\.ts'`)
  const offences = others.filter(({ path, text }) => {
    const imports = text.match(/from '[^']+'/g) ?? []
    return imports.some((line) => named.test(line) && (line.includes('market/feed/') || path.startsWith('market/')))
  })
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('no code outside its folder decides by the name of an exchange', () => {
  const exchanges = feedNames.filter((name) => manifests[name].probe)
  expect(exchanges).toEqual(['binance', 'bybit', 'okx', 'moex'])
  const named = new RegExp(`['"](${exchanges.join('|')})['"]`)
  const offences = code.filter(({ path, text }) => !isOfFeed(path) && path !== 'config/feeds.ts' && named.test(text))
  expect(offences.map(({ path }) => path)).toEqual([])
})

test.each(['en', 'ru'])('the page about market data has a row for each feed (%s)', (locale) => {
  const page = readFileSync(join(src, '..', 'content', locale, 'docs', '5.operations', '12.market.md'), 'utf8')
  const rows = feedNames.filter((name) => !new RegExp(`^\\| \`${name}(:[^\`]+)?\` \\|`, 'm').test(page))
  expect(rows).toEqual([])
})
