import { type AstNode, childrenOf, type ElementNode, isElement, isPlainParagraph } from '../ast.ts'

const marker = /^!(note|tip|important|warning|caution)$/i

/**
 * Converts a quote that begins with `[!NOTE]` or the like to a callout, as on GitHub; text after the mark on that line
 * is the title. Other quotes stay quotes.
 */
export function quoteNode(nodes: AstNode[]): ElementNode {
  const [first, ...rest] = nodes
  const quote: ElementNode = ['blockquote', {}, ...nodes]
  if (first === undefined || !isPlainParagraph(first)) return quote
  const [span, ...behind] = childrenOf(first)
  const kind = span !== undefined && isElement(span) && span[0] === 'span' && marker.exec(String(span[2]))?.[1]
  const [next] = behind
  if (!kind || !(next === undefined || isBreak(next) || (typeof next === 'string' && /^\s/.test(next)))) return quote
  const [title, text] = firstLine(behind)
  const children = [...(text.length > 0 ? [['p', {}, ...text] satisfies ElementNode] : []), ...rest]
  if (!title.some(isElement)) {
    const plain = title.join('').trim()
    return [kind.toLowerCase(), plain ? { title: plain } : {}, ...children]
  }
  return [kind.toLowerCase(), {}, ['template', { 'v-slot:title': '' }, ['p', {}, ...title]], ...children]
}

/** Splits nodes at the first line break */
function firstLine(nodes: AstNode[]): [line: AstNode[], rest: AstNode[]] {
  const at = nodes.findIndex((node) => isBreak(node) || (typeof node === 'string' && node.includes('\n')))
  const end = nodes[at]
  if (end === undefined) return [trimmed(nodes), []]
  const [before = '', ...after] = typeof end === 'string' ? end.split('\n') : []
  return [trimmed([...nodes.slice(0, at), before]), trimmed([after.join('\n'), ...nodes.slice(at + 1)])]
}

function trimmed(nodes: AstNode[]): AstNode[] {
  const last = nodes.length - 1
  return nodes
    .map((node, at) => (at === 0 && !isElement(node) ? node.trimStart() : node))
    .map((node, at) => (at === last && !isElement(node) ? node.trimEnd() : node))
    .filter((node) => node !== '')
}

function isBreak(node: AstNode): boolean {
  return isElement(node) && node[0] === 'br'
}
