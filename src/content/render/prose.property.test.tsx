import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { runsOf } from '../../../tests/property-runs.ts'
import { document, shownWordsOf, soup } from '../../../tests/random-mdc.ts'
import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from './prose.tsx'

/**
 * Number of random documents per property. A failure prints its seed and path; pass both to `fc.assert` to reproduce
 * it.
 */
const runs = runsOf(5000)
/** Timeout, far longer than needed, because a machine may be busy. */
const timeoutMs = 300_000

const forbidden = new Set(
  'script style iframe frame frameset object embed applet base link meta form math foreignobject template noscript'.split(
    ' ',
  ),
)
const addresses = new Set([
  'href',
  'src',
  'srcset',
  'action',
  'formaction',
  'xlink:href',
  'data',
  'poster',
  'background',
  'cite',
])
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:', 'tg:'])

function drawn(source: string): string {
  return renderToStaticMarkup(<Prose body={parseMdc(source).body} />)
}

/** Finds everything in HTML that a browser could run, as an HTML parser sees it. */
function dangersIn(html: string): string[] {
  const dangers: string[] = []
  const look = (element: HTMLRewriterTypes.Element) => {
    if (forbidden.has(element.tagName)) dangers.push(element.tagName)
    for (const [name, raw] of element.attributes) {
      const value = decoded(raw)
      if (/^on|^style$|^srcdoc$|^is$|^hx-|^data-hx/.test(name)) dangers.push(`${name}="${value}"`)
      if (addresses.has(name) && !isHarmless(element.tagName, value)) dangers.push(`${name}="${value}"`)
    }
  }
  new HTMLRewriter().on('*', { element: look }).transform(html)
  return dangers
}

/** Whether an address runs no code, by the rules of browsers for addresses. */
function isHarmless(tag: string, value: string): boolean {
  const { protocol } = URL.canParse(value, 'http://x/') ? new URL(value, 'http://x/') : { protocol: 'http:' }
  return schemes.has(protocol) || (tag === 'img' && /^data:image\//.test(value))
}

function decoded(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '')
}

/** Returns the text of a node that a reader sees, including values shown as text. A script has none. */
function saidBy(node: AstNode): string {
  if (!isElement(node)) return node
  const [tag, { alt, value, defaultValue }] = node
  if (tag === 'script') return ''
  const own = { img: alt, kbd: value, binding: defaultValue }[tag] ?? ''
  return [own, ...childrenOf(node).map(saidBy)].join(' ')
}

test(
  'no document becomes HTML that runs code',
  () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: document }, soup), (source) => {
        expect(dangersIn(drawn(source))).toEqual([])
      }),
      { numRuns: runs },
    )
  },
  timeoutMs,
)

test(
  'every word of a document is on its page',
  () => {
    fc.assert(
      fc.property(document, (source) => {
        const { body } = parseMdc(source)
        const shown = new Set(shownWordsOf(renderToStaticMarkup(<Prose body={body} />)))
        expect(shownWordsOf(body.value.map(saidBy).join(' ')).filter((word) => !shown.has(word))).toEqual([])
      }),
      { numRuns: runs },
    )
  },
  timeoutMs,
)

test('the check itself detects dangers', () => {
  expect(dangersIn('<p><b onclick="x">a</b><svg><script>x</script></svg></p>')).toEqual(['onclick="x"', 'script'])
  expect(
    dangersIn('<a href="java\nscript:x">a</a><a href="/b">b</a><img src="data:image/png;base64,AA">'),
  ).toHaveLength(1)
  expect(dangersIn('<a href=" &#x27;javascript:x">a</a><a href="mailto:a@b">b</a>')).toEqual([])
})

test('void elements precede their content, and a refused picture keeps its description', () => {
  const page = drawn(':icon{name="i-lucide-x"}[one] :binding[two] :br[three] ![four](javascript:x)')
  expect(page.replace(/<[^>]+>/g, '')).toBe('one two three four')
})
