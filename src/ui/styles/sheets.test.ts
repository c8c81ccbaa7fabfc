import { expect, test } from 'bun:test'
import { join } from 'node:path'

const src = join(import.meta.dir, '../..')

/**
 * Pattern of slow selectors such as `* + *`, `summary + *`, `tr + tr > *`: browsers can index sibling rules only by
 * class and ID
 */
const besideAnything = /(?:^|[\s(>,])(?:\*|[a-z][a-z0-9]*) *[+~] *(?:\*|[a-z][a-z0-9]*\)? *> *\*)/m

test.each([
  ['.prose > * + *', true],
  ['summary + * {', true],
  ['.prose :where(tr + tr) > * {', true],
  ['.prose :where(h2 + :where(p, ul)) {', false],
  ['.callout-icon + * {', false],
  ['inline-size: calc(1rem + 2 * var(--gap));', false],
])('%s', (rule, isBeside) => expect(besideAnything.test(rule)).toBe(isBeside))

test('no selector makes an added or removed element restyle the rest of the page', async () => {
  for await (const path of new Bun.Glob('**/*.css').scan(src)) {
    expect({ path, found: (await Bun.file(join(src, path)).text()).match(besideAnything)?.[0] }).toEqual({
      path,
      found: undefined,
    })
  }
})

test('no width is in `ch`, which differs until the font has loaded', async () => {
  for await (const path of new Bun.Glob('**/*.css').scan(src)) {
    const text = await Bun.file(join(src, path)).text()
    expect({ path, found: /[\d.]ch\b/.exec(text)?.[0] }).toEqual({ path, found: undefined })
  }
})

/**
 * Pattern of `:has()` on an element that contains a whole page; it is allowed only for narrow windows, where no table
 * of prices moves.
 */
const byAllInside = /(?<!@media \(width < [\w.]+\) \{\s*)(?<![\w-])(?::root|html|body|main|\.layout-[a-z]+):has\(/

test.each([
  [':root:has(.docs-bar) {', true],
  ['  .layout-bare:has(.start) {', true],
  ['.a { html:has(.b) & {', true],
  ['tr:has(.change) .sparkline {', false],
  ['@media (width < 60rem) {\n  html:has(.docs-bar) {', false],
])('%s', (rule, isByAll) => expect(byAllInside.test(rule)).toBe(isByAll))

test('no selector makes a changed price restyle the whole page', async () => {
  for await (const path of new Bun.Glob('**/*.css').scan(src)) {
    const text = await Bun.file(join(src, path)).text()
    expect({ path, found: byAllInside.exec(text)?.[0] }).toEqual({ path, found: undefined })
  }
})

/**
 * Pattern of custom properties that are used without a fallback: if one is missing, browsers silently drop the
 * declaration.
 */
const neededNames = /var\((--[\w-]+)\)/g

test('every custom property used without a fallback is set by a sheet or a script', async () => {
  const given = new Set<string>()
  const needed: { path: string; name: string }[] = []
  for await (const path of new Bun.Glob('**/*.{css,ts,tsx}').scan(src)) {
    if (path.endsWith('.test.ts')) continue
    const text = await Bun.file(join(src, path)).text()
    for (const [, name = ''] of text.matchAll(/(--[\w-]+)(?=:|['"`])/g)) given.add(name)
    if (!path.endsWith('.css')) continue
    for (const [, name = ''] of text.matchAll(neededNames)) needed.push({ path, name })
  }
  // Custom properties such as `--color-h` are set by `color-picker.island.tsx`, which composes their names.
  const isPainted = (name: string) => /^--color-[hsva]$/.test(name)
  expect(needed.filter(({ name }) => !given.has(name) && !isPainted(name))).toEqual([])
})
