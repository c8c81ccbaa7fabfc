import { expect, test } from 'bun:test'
import { join } from 'node:path'

const src = join(import.meta.dir, '../..')

/** `* + *`, `summary + *`, `tr + tr > *`: browsers look such rules up by class and id alone */
const besideAnything = /(?:^|[\s(>,])(?:\*|[a-z][a-z0-9]*) *[+~] *(?:\*|[a-z][a-z0-9]*\)? *> *\*)/m

test.each([
  ['.prose > * + *', true],
  ['summary + * {', true],
  ['.prose :where(tr + tr) > * {', true],
  ['.prose :where(h2 + :where(p, ul)) {', false],
  ['.callout-icon + * {', false],
  ['inline-size: calc(1rem + 2 * var(--gap));', false],
])('%s', (rule, isBeside) => expect(besideAnything.test(rule)).toBe(isBeside))

test('nothing that comes or goes has the rest of the page styled anew', async () => {
  for await (const path of new Bun.Glob('**/*.css').scan(src)) {
    expect({ path, found: (await Bun.file(join(src, path)).text()).match(besideAnything)?.[0] }).toEqual({
      path,
      found: undefined,
    })
  }
})

test('no width waits for a face: in `ch` it would be another one with the stand-in', async () => {
  for await (const path of new Bun.Glob('**/*.css').scan(src)) {
    const text = await Bun.file(join(src, path)).text()
    expect({ path, found: /[\d.]ch\b/.exec(text)?.[0] }).toEqual({ path, found: undefined })
  }
})

/** What holds a page and is styled by what is in it; on narrow windows alone, where no table of prices moves, it may be. */
const byAllInside = /(?<!@media \(width < [\w.]+\) \{\s*)(?<![\w-])(?::root|html|body|main|\.layout-[a-z]+):has\(/

test.each([
  [':root:has(.docs-bar) {', true],
  ['  .layout-bare:has(.start) {', true],
  ['.a { html:has(.b) & {', true],
  ['tr:has(.change) .sparkline {', false],
  ['@media (width < 60rem) {\n  html:has(.docs-bar) {', false],
])('%s', (rule, isByAll) => expect(byAllInside.test(rule)).toBe(isByAll))

test('no price that moves has the whole page styled anew', async () => {
  for await (const path of new Bun.Glob('**/*.css').scan(src)) {
    const text = await Bun.file(join(src, path)).text()
    expect({ path, found: byAllInside.exec(text)?.[0] }).toEqual({ path, found: undefined })
  }
})

/** Of rules that name no other value in its place: where it is not there, browsers drop them without a word. */
const neededNames = /var\((--[\w-]+)\)/g

test('every name that a sheet leans on is given, by a sheet or by a script', async () => {
  const given = new Set<string>()
  const needed: { path: string; name: string }[] = []
  for await (const path of new Bun.Glob('**/*.{css,ts,tsx}').scan(src)) {
    if (path.endsWith('.test.ts')) continue
    const text = await Bun.file(join(src, path)).text()
    for (const [, name = ''] of text.matchAll(/(--[\w-]+)(?=:|['"`])/g)) given.add(name)
    if (!path.endsWith('.css')) continue
    for (const [, name = ''] of text.matchAll(neededNames)) needed.push({ path, name })
  }
  // `color-picker.island.tsx` puts them together.
  const isPainted = (name: string) => /^--color-[hsva]$/.test(name)
  expect(needed.filter(({ name }) => !given.has(name) && !isPainted(name))).toEqual([])
})
