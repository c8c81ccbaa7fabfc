import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AstNode, ElementNode, Props } from '../mdc/ast.ts'
import { components } from './components.tsx'
import { Prose } from './prose.tsx'

function html(...value: AstNode[]) {
  return renderToStaticMarkup(<Prose body={{ type: 'minimal', value }} />)
}

test('a script is not shown', () => {
  for (const tag of ['script', 'SCRIPT', 'prose-script']) {
    expect(html([tag, { src: '/x' }, 'alert(1)'])).toBe('<div class="prose"></div>')
  }
})

test('styles and frames are dropped with their content', () => {
  for (const tag of ['style', 'iframe', 'object', 'noscript']) {
    expect(html([tag, { src: '/x' }, 'alert(1)'])).toBe('<div class="prose"></div>')
  }
})

test('handlers, styles and attributes that control the page are dropped', () => {
  const props: Props = {
    onclick: 'alert(1)',
    onClick: 'alert(1)',
    ':onClick': '"alert(1)"',
    srcdoc: '<b>',
    style: 'position:fixed',
    ':style': '{"position":"fixed"}',
    'data-hx-get': '/x',
    dataHxGet: '/x',
    'hx-get': '/x',
    ':dangerouslySetInnerHTML': '{"__html":"<b>"}',
    ':children': '"x"',
    ':ref': '{}',
    ':key': '1',
    is: 'x-y',
  }
  expect(html(['span', props, 'слово'])).toBe('<div class="prose"><span>слово</span></div>')
})

test('an address that runs code is refused and the text stays', () => {
  const addresses = [
    'javascript:alert(1)',
    ' \tJaVa\nScript:alert(1)',
    '\u0001javascript:x',
    'vbscript:x',
    'data:text/html,x',
  ]
  for (const href of addresses) {
    expect(html(['a', { href }, 'слово'])).toBe('<div class="prose">слово</div>')
    expect(html(['a', { ':href': JSON.stringify(href) }, 'слово'])).toBe('<div class="prose">слово</div>')
    expect(html(['img', { src: href, alt: '' }])).toBe('<div class="prose"></div>')
    expect(html(['card', { title: 'T', to: href }])).not.toContain('<a')
    expect(html(['callout', { to: href }])).not.toContain('<a')
  }
  expect(html(['img', { src: 'data:image/png;base64,AA', alt: '' }])).toContain('src="data:image/png;base64,AA"')
})

test('an address that looks like a path but leaves the site is marked', () => {
  for (const href of ['//evil.example', '\\\\evil.example', '/\\evil.example']) {
    expect(html(['a', { href }, 'x'])).toContain('rel="external noopener"')
  }
})

test('text is escaped', () => {
  expect(html('<script>alert(1)</script>', ['code', {}, '"><img onerror=x>'])).not.toMatch(/<script|<img/)
})

test('an endlessly nested tree keeps its text', () => {
  let node: AstNode = 'дно'
  for (let depth = 0; depth < 3000; depth++) node = ['blockquote', {}, node]
  expect(html(node)).toContain('дно')
})

const tags = [
  ...Object.keys(components),
  ...['script', 'style', 'iframe', 'svg', 'template', 'tabs-item', 'code', 'span', 'ul', 'li', 'div', 'tr', 'br', 'hr'],
  ...['summary', 'details', 'binding', 'unknown-thing', 'constructor', '__proto__', 'x y', ''],
]
const names = [
  ...['href', 'src', 'to', 'title', 'icon', 'label', 'name', 'id', 'class', 'className', 'style', 'onclick', 'onerror'],
  ...[
    'srcdoc',
    'language',
    'filename',
    'highlights',
    'level',
    'type',
    'sync',
    'defaultValue',
    'width',
    'height',
    'open',
  ],
  ...[
    'v-slot:title',
    'v-slot:default',
    'children',
    'ref',
    'key',
    'dangerouslySetInnerHTML',
    'align',
    'start',
    '__proto__',
  ],
  ...['as', 'code', 'color', 'expand-all', 'hash', 'openText', 'target', 'v-slot:code', 'v-slot:description'],
]
const values = [
  'javascript:alert(1)',
  'JAVASCRIPT:x',
  'data:text/html,<script>',
  '/docs',
  '',
  'true',
  '{"a":[1]}',
  '[1,2]',
  '-1',
  'x',
  '"onload=',
]

const text = fc.oneof(fc.string(), fc.constantFrom('\n', 'a\nb\n', '<script>alert(1)</script>', 'слово'))
const props: fc.Arbitrary<Props> = fc.dictionary(
  fc.tuple(fc.constantFrom('', ':'), fc.constantFrom(...names)).map(([colon, name]) => colon + name),
  fc.oneof(fc.constantFrom(...values), fc.string(), fc.integer(), fc.boolean(), fc.array(fc.constantFrom(...values))),
  { maxKeys: 5 },
)
const { node } = fc.letrec<{ node: AstNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    text,
    fc
      .tuple(fc.constantFrom(...tags), props, fc.array(tie('node'), { maxLength: 4 }))
      .map(([tag, own, children]): ElementNode => [tag, own, ...children]),
  ),
}))

test('no tree throws or produces a script, a handler or an unsafe address', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), (value) => {
      const page = html(...value)
      // Attribute values are removed, so only tags and attribute names are checked; as text on the page such words are
      // harmless.
      const markup = page.replace(/="[^"]*"/g, '=""')
      expect(markup).not.toMatch(/<(script|style|iframe|object|embed|base|form)\b/i)
      expect(markup).not.toMatch(/<[^>]*\s(on\w+|style|srcdoc|hx-\w+|data-hx-\w+)=/i)
      expect(page).not.toMatch(/\b(href|src|srcset)="[^"]*(javascript:|vbscript:|data:text)/i)
    }),
    { numRuns: 400 },
  )
})
