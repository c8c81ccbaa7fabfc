import { type AstNode, childrenOf, type ElementNode, isElement } from '../../mdc/ast.ts'
import { attributesOf, classesOf } from '../attributes.ts'

export interface CodeLine {
  content: AstNode[]
  marks: string[]
}

const knownMarks = ['highlight', 'focus', 'error', 'warning', 'diff', 'add', 'remove']

export function codeLines(nodes: AstNode[], highlights: readonly unknown[]): CodeLine[] {
  const lines = splitLines(nodes)
  if (lines.at(-1)?.content.every((node) => node === '')) lines.pop()
  return lines.map((line, index) => ({
    marks: highlights.includes(index + 1) ? [...new Set([...line.marks, 'highlight'])] : line.marks,
    content: line.content.flatMap(unwrapPlainToken),
  }))
}

function splitLines(nodes: AstNode[]): CodeLine[] {
  const lines: CodeLine[] = []
  let open: CodeLine | undefined
  const append = (node: AstNode) => {
    if (!open) {
      open = { content: [], marks: [] }
      lines.push(open)
    }
    open.content.push(node)
  }
  for (const node of nodes) {
    if (isElement(node) && isLine(node)) {
      lines.push(lineOf(node))
      open = lines.at(-1)
    } else if (isElement(node)) append(node)
    else {
      for (const [index, text] of node.split('\n').entries()) {
        if (index > 0) {
          if (!open) lines.push({ content: [], marks: [] })
          open = undefined
        }
        if (text) append(text)
      }
    }
  }
  return lines
}

function isLine(node: ElementNode): boolean {
  return node[0] === 'span' && classesOf(attributesOf(node[1])).includes('line')
}

function lineOf(node: ElementNode): CodeLine {
  const marks = classesOf(attributesOf(node[1])).filter((name) => knownMarks.includes(name))
  return { content: childrenOf(node).map(withoutBreak), marks }
}

function withoutBreak(node: AstNode): AstNode {
  return isElement(node) ? node : node.replace(/\r?\n$/, '')
}

/** Removes spans of punctuation, which has the color of plain code, to make the page smaller. */
function unwrapPlainToken(node: AstNode): AstNode[] {
  if (!isElement(node) || node[0] !== 'span') return [node]
  const classes = classesOf(attributesOf(node[1]))
  return classes.length === 0 || classes.every((name) => name === 'tk-p') ? childrenOf(node) : [node]
}
