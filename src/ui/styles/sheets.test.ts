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
