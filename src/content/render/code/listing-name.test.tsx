import { expect, test } from 'bun:test'
import { searchSections } from '../../body/sections.ts'
import { parseMdc } from '../../mdc/parse.ts'
import { components } from '../components.tsx'
import { nodeRenderer } from '../node-renderer.tsx'
import { isNode, prerender, toHtml } from '../prerender.tsx'

function shown(source: string): string {
  const draw = nodeRenderer(components, new Map())
  const { value } = prerender(parseMdc(source).body, 'en')
  return value.map((part) => (isNode(part) ? toHtml('en', draw([part])) : part.html)).join('')
}
const listing = (info: string) => `\`\`\`${info}\nx\n\`\`\``
const nameOf = (info: string) => /<figcaption>(?:<svg.*?<\/svg>)?([^<]*)<\/figcaption>/s.exec(shown(listing(info)))?.[1]

test.each([
  ['js [a.js]', 'a.js'],
  ['js title="src/a.js"', 'src/a.js'],
  ["js title='a b.js' {1}", 'a b.js'],
  ['json title=tauri.conf.json', 'tauri.conf.json'],
  ['ts {1,3} filename="a.ts" showLineNumbers', 'a.ts'],
  ['go-html-template {file="layouts/page.html" copy=true}', 'layouts/page.html'],
  ['js {title="a.js" copy}', 'a.js'],
  ['js src/App.js active', 'src/App.js'],
  ['js {2-3} src/App.js', 'src/App.js'],
  ['json package.json hidden', 'package.json'],
  ['ts ./app/[slug]/page.tsx', './app/[slug]/page.tsx'],
  ['docker Dockerfile', 'Dockerfile'],
  ['js src/App.js [[1, 4, "name"]]', 'src/App.js'],
  ['astro title="a.astro" "render(\'b\', [c])" /[{ ]d/', 'a.astro'],
  ['filename=.ignore', '.ignore'],
])('the code block `%s` is named %s', (info, name) => {
  expect(nameOf(info)).toBe(name)
})

test.each([
  'js',
  'js showLineNumbers',
  'js ins={1-2} "x.y"',
  'js [[1, 4, "name"]]',
  'js v1.2',
  'js subtitle="a"',
  'sh frame=none',
])('the code block `%s` has no name', (info) => {
  expect(nameOf(info)).toBeUndefined()
})

test('a code group uses these names as labels', () => {
  const group = shown(
    `::code-group\n${listing('js title="a.js"')}\n${listing('js src/b.js active')}\n${listing('sh')}\n::`,
  )
  expect(group.match(/(?<=<\/svg>|\/>)[^<>]+(?=<\/label>)/g)).toEqual(['a.js', 'src/b.js', 'sh'])
})

test('search finds a code block by its name', () => {
  const { body } = parseMdc(listing('js title="src/a.js"'))
  const [section] = searchSections({ path: '/a', title: 'A', description: '', body })
  expect(section?.content).toBe('src/a.js x')
})

test('a code tree uses these names for its files', () => {
  const tree = shown(`::code-tree\n${listing('js title="src/a.js"')}\n${listing('ts src/b.ts')}\n::`)
  for (const name of ['src/a.js', 'src/b.ts']) expect(tree).toContain(`${name}</figcaption>`)
})
