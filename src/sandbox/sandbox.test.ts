import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { frameIds } from '../ui/frame-ids.ts'
import { readProps } from './entry.ts'
import { sandboxEntries } from './sandbox-routes.tsx'

setDefaultTimeout(60_000)

const src = join(import.meta.dir, '..')
const entries = sandboxEntries('en')
/**
 * Components that the sandbox does not list: they are present on every page, including the sandbox, or have no visible
 * part of their own.
 */
const notShown = [
  'Header',
  'Footer',
  'FoldedFooter',
  'ColorModes',
  'Toasts',
  'AlertNews',
  'SearchPalette',
  'CommandPalette',
  'FrameProvider',
  'CachedPart',
  'ImpersonationBar',
  'Island',
  'Document',
]

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ isDev: true })
})
afterAll(() => site.close())

const at = (id: string, props: unknown) => `/en/_sandbox/${id}?props=${encodeURIComponent(JSON.stringify(props))}`

test('every component of `ui` and every island has an entry', async () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const inUi = files.filter((path) => /^ui\/((?!color-picker|document)[\w-]+\/)?[\w-]+\.tsx$/.test(path))
  const texts = await Promise.all(inUi.map((path) => Bun.file(join(src, path)).text()))
  const components = texts.flatMap((text) =>
    [...text.matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name = '']) => name),
  )
  const ofUi = new Set(entries.filter(({ kind }) => kind !== 'island').map(({ component }) => component))
  expect(components.filter((name) => !notShown.includes(name) && !ofUi.has(name))).toEqual([])
  const islands = files.filter((path) => path.endsWith('.island.tsx')).map((path) => basename(path, '.island.tsx'))
  const shown = new Set(entries.map(({ id }) => id))
  expect(islands.filter((id) => !shown.has(id))).toEqual([])
})

test('the sandbox has its own stylesheet', async () => {
  const response = await site.app.request('/_sandbox/styles.css')
  expect(response.headers.get('content-type')).toStartWith('text/css')
  const text = await response.text()
  expect(text).toContain('.sandbox-frame {')
  // No page of the site has this layout yet.
  expect(text).toContain('.layout-ai {')
})

test('the list links to every entry, and each is rendered in both languages', async () => {
  for (const prefix of ['', '/en']) {
    const list = await site.get(`${prefix}/_sandbox`)
    expect(list.status).toBe(200)
    expect(list.html).toContain('<link rel="stylesheet" href="/_sandbox/styles.css"')
    for (const { id, component, kind } of entries) {
      const address = `${prefix}/_sandbox/${id}`
      expect(list.html).toContain(`href="${address}">${component}<`)
      const { status, html } = await site.get(address)
      expect({ id, status }).toEqual({ id, status: 200 })
      expect({ id, hasProblem: html.includes('data-sandbox-problem') }).toEqual({ id, hasProblem: false })
      expect(html).toContain(kind === 'layout' ? `id="${frameIds.content}"` : 'id="sandbox-box"')
      if (kind === 'island') expect(html).toContain(`data-island="${id}"`)
    }
  }
})

test('props can be edited, in the whole page and in the region alone', async () => {
  const edited = at('submit-button', { kind: 'quiet', children: 'Away <b>' })
  expect(await site.read(edited)).toContain('Away &lt;b&gt;</button>')
  const region = await site.part(edited)
  expect(region.html).toStartWith('<div id="sandbox-box">')
  expect(region.html).toContain('Away &lt;b&gt;')
  const island = await site.get(at('live-price', { last: 7 }))
  expect(island.html).toContain('"last":7')
  expect(await site.read(at('layout-auth', { title: 'Elsewhere' }))).toContain('<h1>Elsewhere</h1>')
})

test.each([
  ['no JSON', '/en/_sandbox/button?props={', 'Not a JSON object.'],
  ['a list', at('button', []), 'Not a JSON object.'],
  ['what it cannot draw', at('breadcrumbs', { items: 7 }), 'items.map'],
])("%s is reported in the component's place", async (_, path, problem) => {
  const { status, html } = await site.get(path)
  expect(status).toBe(200)
  expect(html).toContain('data-sandbox-problem')
  expect(html).toContain(problem)
})

test('unknown entries are not found, and in production none is', async () => {
  expect((await site.get('/_sandbox/nothing')).status).toBe(404)
  await using production = await openProduction()
  for (const path of ['/_sandbox', '/en/_sandbox', '/_sandbox/button']) {
    expect((await production.app.request(path)).status).toBe(404)
  }
})

async function openProduction() {
  const opened = await createTestSite()
  return { app: opened.app, [Symbol.asyncDispose]: opened.close }
}

test('only JSON objects are valid props', () => {
  expect(readProps('{"a":1}')).toEqual({ a: 1 })
  for (const text of ['', '{', '7', 'null', '[]', '"a"']) expect(readProps(text)).toBeUndefined()
})
