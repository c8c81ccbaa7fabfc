import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { icons } from '@iconify-json/lucide'
import { renderToStaticMarkup } from 'react-dom/server'
import { Icon } from './icon.tsx'
import { findIcon } from './icon-data.ts'

test('both spellings and an alias draw an icon hidden from screen readers', () => {
  const html = renderToStaticMarkup(<Icon name="i-lucide-search" />)
  expect(html).toBe(renderToStaticMarkup(<Icon name="lucide:search" />))
  expect(html).toContain('aria-hidden="true"')
  const [alias = ''] = Object.keys(icons.aliases ?? {})
  expect(renderToStaticMarkup(<Icon name={`i-lucide-${alias}`} />)).toContain('<svg')
})

test('an unknown name draws nothing', () => {
  for (const name of ['no-such-thing', 'constructor', '__proto__', '']) {
    expect(renderToStaticMarkup(<Icon name={`i-lucide-${name}`} />)).toBe('')
  }
})

test('every name of the set is found with its published data', () => {
  for (const [name, { body, width = 24, height = 24 }] of Object.entries(icons.icons))
    expect([name, findIcon(name)]).toEqual([name, { body, width, height }])
  for (const [name, { parent }] of Object.entries(icons.aliases ?? {}))
    expect([name, findIcon(name)]).toEqual([name, findIcon(parent)])
})

test('no shape of the set is lost', () => {
  for (const [name, { body }] of Object.entries(icons.icons)) {
    const drawn = renderToStaticMarkup(<Icon name={`i-lucide-${name}`} />)
    const shapes = (markup: string) => markup.match(/<(path|circle|rect|ellipse|line|polyline|polygon)\b/g)?.length
    expect({ name, shapes: shapes(drawn) }).toEqual({ name, shapes: shapes(body) })
  }
})

test('every icon used in the source is in the set', async () => {
  const src = join(import.meta.dir, '..')
  const unknown: string[] = []
  for await (const path of new Bun.Glob('**/*.{ts,tsx}').scan(src)) {
    if (/\.test\.tsx?$/.test(path)) continue
    const text = await Bun.file(join(src, path)).text()
    for (const [, name = ''] of text.matchAll(/["'](?:i-lucide-|lucide:)([\w-]+)["']/g)) {
      if (!findIcon(name)) unknown.push(`${path}: ${name}`)
    }
  }
  expect(unknown).toEqual([])
})
