import type { MarkedToken, Token, Tokens } from 'marked'
import { type AstNode, childrenOf, type ElementNode, isElement, isPlainParagraph, type Props, textOf } from '../ast.ts'
import { type DefinitionsToken, knownToken, type MdcToken } from '../lex/tokens.ts'
import { maxBlockDepth } from '../limits.ts'
import { quoteNode } from './alerts.ts'
import { codeBlock } from './code.ts'
import { componentNode } from './component-ast.ts'
import { ownId } from './headings.ts'
import { addHtml, inlineNodes } from './inline-ast.ts'
import { Tree } from './tree.ts'
import type { Walk } from './walk.ts'

/** Types of tokens that do not close an open `<p>` of raw HTML. */
const allowedInParagraph = new Set(['space', 'def', 'html', 'mdcChunk', 'mdcIndented', 'mdcFootnote'])

/** Types of blocks whose text may close a tag opened above: `<Note>`, and on a later line `text</Note>` */
const mayCloseTags = new Set(['paragraph', 'text', 'list', 'mdcLine', 'mdcChunk', 'mdcIndented', 'html'])

export interface BlockOptions {
  /** Called for each comment at the outermost level, with the number of nodes before it. */
  onComment?(text: string, nodesBefore: number): void
}

/** Converts block tokens to nodes. Afterwards `walk` is on the line after the last token. */
export function blockNodes(walk: Walk, tokens: readonly Token[], options: BlockOptions = {}): AstNode[] {
  const tree = new Tree(Math.max(0, maxBlockDepth - walk.depth))
  addBlocks(walk, tree, tokens, options)
  return tree.finish()
}

function addBlocks(walk: Walk, tree: Tree, tokens: readonly Token[], options: BlockOptions): void {
  walk.depth++
  const strayClosingTags: string[] = []
  for (const generic of tokens) {
    const token = knownToken(generic)
    const { line } = walk
    walk.strayClosingTags = []
    if (!allowedInParagraph.has(token.type)) tree.closeParagraph()
    addBlock(walk, tree, token, options)
    if (mayCloseTags.has(token.type)) strayClosingTags.push(...walk.strayClosingTags.filter((tag) => !tree.close(tag)))
    if (token.type !== 'mdcChunk' && token.type !== 'mdcBlock') walk.line = line + countLines(token.raw)
    else if (token.type === 'mdcBlock' && token.problems) walk.line = line + countLines(token.raw)
  }
  walk.depth--
  walk.strayClosingTags = strayClosingTags
}

function addBlock(walk: Walk, tree: Tree, token: MarkedToken | MdcToken, options: BlockOptions): void {
  switch (token.type) {
    case 'space':
    case 'def':
      break
    case 'mdcFootnote':
      walk.footnoteLines.set(token.label, walk.line)
      break
    case 'mdcChunk':
      walk.line = walk.origin + token.offset
      addBlocks(walk, tree, token.tokens, options)
      break
    case 'mdcBlock':
      tree.add(componentNode(walk, token, (inner) => blockNodes(walk, inner)))
      break
    case 'mdcIndented':
      addBlocks(walk, tree, token.tokens, options)
      break
    case 'mdcLine':
      tree.addAll(inlineNodes(walk, token.tokens))
      break
    case 'mdcPlain':
      walk.reportPlain()
      if (token.text.trim()) tree.add(['p', {}, token.text.trim()])
      break
    case 'heading':
      tree.add(headingNode(walk, token))
      break
    case 'paragraph':
      if ('definitions' in token) tree.addDefinitions(definitionList(walk, token, (inner) => blockNodes(walk, inner)))
      else addParagraph(walk, tree, token)
      break
    case 'hr':
      tree.add(['hr', {}])
      break
    case 'code':
      tree.add(codeOf(token))
      break
    case 'blockquote':
      tree.add(quoteNode(blockNodes(walk, token.tokens)))
      break
    case 'list':
      tree.add(listNode(walk, token))
      break
    case 'table':
      tree.add(tableNode(walk, token))
      break
    case 'html':
      addHtmlBlock(walk, tree, token.text, options)
      break
    default:
      tree.addAll(inlineNodes(walk, [token]))
  }
}

/** Makes the node of a code block. marked adds one line break to fenced code that ends with a blank line. */
function codeOf({ codeBlockStyle, text, raw }: Tokens.Code): ElementNode {
  return codeBlockStyle ? codeBlock(text.trimEnd(), '') : codeBlock(text.replace(/\n$/, ''), infoOf(raw))
}

/** Returns the info string of a fence from the source, because marked removes backslashes that file names need. */
function infoOf(raw: string): string {
  return /^\s*(?:`{3,}|~{3,})([^\n]*)/.exec(raw)?.[1] ?? ''
}

function headingNode(walk: Walk, { depth, tokens }: Tokens.Heading): ElementNode {
  const children = inlineNodes(walk, tokens)
  const { id } = ownId(children)
  if (id !== undefined && !walk.ids.own(id)) {
    walk.warn(`The id "${id}" is already used by a heading above`, 'Give each heading its own id.')
  }
  return [`h${depth}`, { id: walk.ids.idOf(children.map(textOf).join('')) }, ...children]
}

/** Whether a token is a component or a display formula */
function standsAlone(token: MarkedToken | MdcToken): boolean {
  return token.type === 'mdcInline' || (token.type === 'mdcFormula' && token.isDisplay)
}

/** Adds a paragraph. If it contains only a component or display formula, this is added without the paragraph. */
function addParagraph(walk: Walk, tree: Tree, { tokens }: Tokens.Paragraph): void {
  const nodes = inlineNodes(walk, tokens)
  const [only] = tokens
  if (tokens.length === 1 && only && standsAlone(knownToken(only))) tree.addAll(nodes)
  else if (nodes.some((node) => isElement(node) || node.trim() !== '')) tree.add(['p', {}, ...nodes])
}

/** Adds a block of raw HTML. Top-level text becomes a paragraph; line breaks between tags are dropped. */
function addHtmlBlock(walk: Walk, tree: Tree, html: string, { onComment }: BlockOptions): void {
  const comment = /^\s*<!--([\s\S]*?)-->\s*$/.exec(html)?.[1]
  if (comment !== undefined && tree.isAtRoot) onComment?.(comment, tree.rootLength)
  addHtml(walk, tree, html, (text) => {
    if (/^\n+$/.test(text)) return
    if (!tree.isAtRoot) tree.text(text)
    else if (text.trim() !== '') tree.add(['p', {}, text.trim()])
  })
}

function listNode(walk: Walk, list: Tokens.List): ElementNode {
  const { line } = walk
  let lines = 0
  const items = list.items.map((item) => {
    walk.line = line + lines
    lines += countLines(item.raw)
    return itemNode(walk, item)
  })
  const props: Props = {}
  if (list.items.some(({ task }) => task)) props.className = ['contains-task-list']
  if (list.ordered && typeof list.start === 'number' && list.start !== 1) props.start = list.start
  return [list.ordered ? 'ol' : 'ul', props, ...items]
}

/** Makes the node of a list item. Its paragraphs are replaced by their contents, with a break between two of them. */
function itemNode(walk: Walk, item: Tokens.ListItem): ElementNode {
  const props: Props = item.task ? { className: ['task-list-item'] } : {}
  const [only] = item.tokens
  if (item.tokens.length === 1 && only?.type === 'text') return ['li', props, ...inlineNodes(walk, item.tokens)]
  return ['li', props, ...unwrapped(blockNodes(walk, item.tokens))]
}

function unwrapped(children: AstNode[]): AstNode[] {
  if (!children.some(isPlainParagraph)) return children
  return children.flatMap((node, at): AstNode[] => {
    if (!isPlainParagraph(node)) return [node]
    const [, , ...inner] = node
    const before = children[at - 1]
    return before !== undefined && isPlainParagraph(before) ? [['br', {}], ...inner] : inner
  })
}

function tableNode(walk: Walk, table: Tokens.Table): ElementNode {
  const cells = (tag: 'th' | 'td', row: Tokens.TableCell[]) =>
    row.map(({ tokens, align }): ElementNode => [tag, align ? { align } : {}, ...inlineNodes(walk, tokens)])
  const head: ElementNode = ['thead', {}, ['tr', {}, ...cells('th', table.header)]]
  const rows = table.rows.map((row): ElementNode => ['tr', {}, ...cells('td', row)])
  return ['table', {}, head, ...(rows.length > 0 ? [['tbody', {}, ...rows] satisfies ElementNode] : [])]
}

function countLines(raw: string): number {
  let count = 0
  for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) count++
  return count
}

function definitionList(
  walk: Walk,
  { terms, definitions }: DefinitionsToken,
  blockNodes: (tokens: Token[]) => AstNode[],
): ElementNode {
  const { line } = walk
  const named = terms.map((tokens): ElementNode => ['dt', {}, ...inlineNodes(walk, tokens)])
  const said = definitions.map(({ offset, tokens }): ElementNode => {
    walk.line = line + offset
    return ['dd', {}, ...withoutParagraph(blockNodes(tokens))]
  })
  return ['dl', {}, ...named, ...said]
}

/** Replaces a paragraph by its content if it is the only one. */
function withoutParagraph(nodes: AstNode[]): AstNode[] {
  if (nodes.filter(isPlainParagraph).length !== 1) return nodes
  return nodes.flatMap((node) => (isPlainParagraph(node) ? childrenOf(node) : [node]))
}
