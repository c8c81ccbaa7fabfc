import { type AstNode, childrenOf, isElement, textOf } from '../../mdc/ast.ts'
import { attributesOf, textAttribute } from '../../render/attributes.ts'
import type { LinkWords } from '../../search/indexing.ts'
import { withPlainLetters } from '../../search/words.ts'
import { targetOf } from './find-links.ts'

/** Longer ones are sentences, and no name of what they lead to. */
const mostLetters = 90

/** The words with which a page leads to others of this site, each once for each of them. */
export function linkWordsIn(from: string, nodes: AstNode[]): LinkWords[] {
  const found = new Map<string, LinkWords>()
  for (const { written, words } of linksIn(nodes)) {
    const line = words
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    const text = withPlainLetters(line.toLowerCase())
    const path = targetOf(from, written)?.path
    if (path === undefined || path === from || text.length < 2 || text.length > mostLetters) continue
    found.set(`${path} ${text}`, { path, text })
  }
  return [...found.values()]
}

function linksIn(nodes: AstNode[]): { written: string; words: string }[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    const [tag, props] = node
    const attributes = attributesOf(props)
    const written = textAttribute(attributes, tag === 'a' ? 'href' : 'to')
    const words = tag === 'a' ? textOf(node) : textAttribute(attributes, 'title')
    return [...(written && words ? [{ written, words }] : []), ...linksIn(childrenOf(node))]
  })
}
