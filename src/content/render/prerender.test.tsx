import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import { type Locale, locales } from '../../i18n/locales.ts'
import { pipelineVersion } from '../ingest/file-stamp.ts'
import { readFrontMatter } from '../ingest/front-matter.ts'
import { type AstNode, type Body, childrenOf, isElement } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { blockName } from './block.ts'
import { components } from './components.tsx'
import { isNode, prerender, renderedPerView } from './prerender.tsx'
import { Prose } from './prose.tsx'
import type { Picture, ProseBody } from './prose-body.ts'

const contentDir = join(import.meta.dir, '../../../content')

function shown(locale: Locale, body: Body | ProseBody, pictures?: ReadonlyMap<string, Picture>): string {
  return renderToString(
    <LocaleProvider locale={locale}>
      <Prose body={body} pictures={pictures} />
    </LocaleProvider>,
  )
}

/** Removes React's generated IDs from HTML, and its comments between two texts. */
function comparable(html: string): string {
  return html.replace(/(\d+-)?_(\d+-)?R_\w*_/g, 'ID').replaceAll('<!-- -->', '')
}

test('every product text rendered in advance equals the text rendered at once', async () => {
  const files = await Array.fromAsync(new Bun.Glob('{ru,en}/{docs,blog}/**/*.md').scan(contentDir))
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const split = readFrontMatter(await Bun.file(join(contentDir, file)).text())
    if (split.status === 'broken') throw new Error(file)
    const locale = file.startsWith('ru/') ? 'ru' : 'en'
    const { body } = parseMdc(split.frontMatter.content)
    const ahead = prerender(body, locale)
    expect(ahead.value.every(isNode), file).toBe(false)
    expect(comparable(shown(locale, ahead)), file).toBe(comparable(shown(locale, body)))
  }
})

test('a picture ingested after its text has its size, even deep in a list', () => {
  const { body } = parseMdc('Before.\n\n- one\n- ![Plan](/plan.png)\n\nAfter.')
  const plan = { src: '/plan.png', alt: '', width: 640, height: 480, variants: [] }
  const ahead = prerender(body, 'en')
  expect(ahead.value.map(isNode)).toEqual([false, true, false])
  expect(shown('en', ahead, new Map([['/plan.png', plan]]))).toContain('width="640" height="480"')
})

test('groups on one page have different names', () => {
  const group = '::code-group\n```ts [a]\n1\n```\n```ts [b]\n2\n```\n::\n'
  const html = shown('en', prerender(parseMdc(`${group}\nBetween.\n\n${group}`).body, 'en'))
  const names = [...html.matchAll(/type="radio" name="([^"]+)"/g)].map(([, name]) => name)
  expect(names).toHaveLength(4)
  expect(new Set(names).size).toBe(2)
})

const specimen = `
# One
## Two [link](/docs)
### Three
#### Four
Text with **weight**, \`code\`{color="primary"}, [out](https://bun.sh), :badge[new]{color="error"}, :kbd{value="meta"}, :icon{name="i-lucide-star"}, :code-icon{name="i-lucide-file"}.

- [x] done
- [ ] open

| Name | Minutes |
| --- | ---: |
| hour | 60 |

\`\`\`ts [src/a.ts] {2}
const a = 1
const b = 2 // [!code ++]
\`\`\`

${['note', 'tip', 'warning', 'caution', 'callout'].map((name) => `::${name}\nSaid.\n::`).join('\n\n')}

A formula :formula[x].

::diagram
Its source.
::

::card-group
  :::card{title="Card" icon="i-lucide-box" to="/docs"}
  Text.
  :::
::

::code-collapse
\`\`\`ts
long()
\`\`\`
::

::code-preview
Shown.
#code
\`\`\`md
Shown.
\`\`\`
::

::collapsible
Folded.
::

:::info Known as
Info.
:::

::danger
Danger.
::

> [!IMPORTANT]
> Important.

Term
: What it means, ==marked==

## Own anchor {#own}

::accordion-item{label="Alone"}
Said.
::

::field-group
  :::field{name="size" type="number" required}
  How much.
  :::
::

::steps
### First
Do.
::
`

/** Hash of the rendered sample text, and the pipeline version that produced it */
const known = { version: 27, hash: 'crymtewgn2vo' }

test('every file is read again if the rendering of texts has changed', () => {
  const { body } = parseMdc(specimen)
  const steady = Object.keys(components).filter((name) => !renderedPerView.includes(name))
  const tags = new Set(body.value.flatMap(tagsIn))
  expect(steady.filter((name) => !tags.has(name))).toEqual([])
  const drawn = locales.map((locale) => shown(locale, prerender(body, locale)))
  const hash = Bun.hash(drawn.join()).toString(36)
  // If this fails, increase `pipelineVersion`, then set both values here. Otherwise stored texts keep the HTML of the
  // old code.
  expect({ version: pipelineVersion, hash }).toEqual(known)
})

function tagsIn(node: AstNode): string[] {
  return isElement(node) ? [blockName(node[0]), ...childrenOf(node).flatMap(tagsIn)] : []
}
