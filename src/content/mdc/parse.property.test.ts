import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../../tests/property-runs.ts'
import { document, soup, withoutLosses, wordsOf } from '../../../tests/random-mdc.ts'
import { type AstNode, isElement } from './ast.ts'
import { parseMdc } from './parse.ts'
import { isForbiddenTag, isSafeProp } from './safety.ts'

/**
 * Number of random documents per property. A failure prints its seed and path; pass both to `fc.assert` to reproduce
 * it.
 */
const runs = runsOf(10_000)
/** Timeout, far longer than needed, because a machine may be busy. */
const timeoutMs = 300_000

function* elementsIn(nodes: AstNode[]): Generator<Exclude<AstNode, string>> {
  for (const node of nodes) {
    if (!isElement(node)) continue
    yield node
    const [, , ...children] = node
    yield* elementsIn(children)
  }
}

/** Finds unsafe parts of a tree, without `expect`, which is slow for millions of values. */
function* dangersIn(nodes: AstNode[]): Generator<string> {
  for (const [tag, props] of elementsIn(nodes)) {
    if (!/^[a-z][a-z0-9-]*$/.test(tag)) yield `tag ${tag}`
    // The content protocol keeps scripts as nodes without attributes; the renderer drops them.
    if (tag === 'script' ? Object.keys(props).length > 0 : tag !== 'template' && isForbiddenTag(tag)) yield `tag ${tag}`
    for (const [name, value] of Object.entries(props)) {
      const isCode = tag === 'pre' && ['code', 'meta', 'filename', 'language', 'className'].includes(name)
      const isSlot = tag === 'template' && name.startsWith('v-slot:')
      if (!isCode && !isSlot && !isSafeProp(name, String(value))) yield `${tag} ${name}=${value}`
    }
  }
}

test(
  'no document makes the parser throw or gives a tree that could run code',
  () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: document }, soup), (source) => {
        const { body, problems } = parseMdc(source, { firstLine: 5 })
        expect([...dangersIn(body.value)]).toEqual([])
        expect(JSON.parse(JSON.stringify(body))).toEqual(body)
        const lines = source.split(/\r\n?|\n/).length
        expect(problems.filter(({ line }) => line < 5 || line >= 5 + lines)).toEqual([])
      }),
      { numRuns: runs },
    )
  },
  timeoutMs,
)

test(
  'no document loses a word',
  () => {
    fc.assert(
      fc.property(document.map(withoutLosses), (source) => {
        const kept = new Set(wordsOf(JSON.stringify(parseMdc(source).body.value)))
        expect(wordsOf(source).filter((word) => !kept.has(word))).toEqual([])
      }),
      { numRuns: runs },
    )
  },
  timeoutMs,
)

test(
  'text above a document does not change its tree',
  () => {
    fc.assert(
      fc.property(document, (source) => {
        // The text before is a rule, because a paragraph would become the term of a definition at the beginning of the
        // document.
        const { value } = parseMdc(`***\n\n${source}`).body
        expect(value).toEqual([['hr', {}], ...parseMdc(source).body.value])
      }),
      { numRuns: runs / 10 },
    )
  },
  timeoutMs,
)
