import { type AstNode, childrenOf, type ElementNode, isElement, isPlainParagraph } from '../ast.ts'

const marker = /^!(note|tip|important|warning|caution)$/i

/** A quote whose first line is `[!NOTE]` or the like is a hint, as on GitHub; any other is a quote. */
export function quoteNode(nodes: AstNode[]): ElementNode {
  const [first, ...rest] = nodes
  const quote: ElementNode = ['blockquote', {}, ...nodes]
  if (first === undefined || !isPlainParagraph(first)) return quote
  const [span, text, ...behind] = childrenOf(first)
  const kind = span !== undefined && isElement(span) && span[0] === 'span' && marker.exec(String(span[2]))?.[1]
  if (!kind) return quote
  if (text === undefined) return [kind.toLowerCase(), {}, ...rest]
  if (isElement(text) || !/^[ \t]*\n/.test(text)) return quote
  return [kind.toLowerCase(), {}, ['p', {}, ...[text.trimStart()].filter(Boolean), ...behind], ...rest]
}
