import { useLocale } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { scrollRegion } from '../../../ui/scroll-region.ts'
import { type AstNode, childrenOf, type ElementNode, isElement } from '../../mdc/ast.ts'
import { attributesOf, classesOf, flagAttribute, textAttribute } from '../attributes.ts'
import type { Block, BlockProps } from '../block.ts'
import { inOrder } from '../in-order.ts'
import { toneClass } from '../tone.ts'
import { languageIcon } from './language-icon.tsx'
import { listingName } from './listing-name.ts'

interface CodeLine {
  content: AstNode[]
  marks: string[]
}

const knownMarks = ['highlight', 'focus', 'error', 'warning', 'diff', 'add', 'remove']

function codeLines(nodes: AstNode[], highlights: readonly unknown[]): CodeLine[] {
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

/** Removes the spans around punctuation, which has the color of plain code, to make the page smaller. */
function unwrapPlainToken(node: AstNode): AstNode[] {
  if (!isElement(node) || node[0] !== 'span') return [node]
  const classes = classesOf(attributesOf(node[1]))
  return classes.length === 0 || classes.every((name) => name === 'tk-p') ? childrenOf(node) : [node]
}

export function CodeBlock({ block }: BlockProps) {
  const { t } = useLocale()
  const language = textAttribute(block.attributes, 'language')
  const filename = listingName(block.attributes)
  const label = filename ?? textAttribute(block.attributes, 'label') ?? language
  const lines = linesOf(block)
  const kinds = [
    ...(lines.some(({ marks }) => marks.includes('diff')) ? ['has-changes'] : []),
    ...(lines.some(({ marks }) => marks.includes('focus')) ? ['has-focus'] : []),
  ]
  return (
    <figure className="code-block">
      {filename && !flagAttribute(block.attributes, 'hideHeader') && (
        <figcaption>
          <Icon name={textAttribute(block.attributes, 'icon') ?? languageIcon(language, filename)} />
          {filename}
        </figcaption>
      )}
      <button
        type="button"
        className="code-copy"
        aria-label={t('prose.copyCode')}
        title={t('prose.copyCode')}
        data-copied={t('prose.copied')}
        data-failed={t('prose.copyFailed')}
      >
        <Icon name="i-lucide-copy" />
      </button>
      <pre
        {...scrollRegion(label ? t('prose.codeFile', { file: label }) : t('prose.code'))}
        className={kinds.join(' ') || undefined}
      >
        <code>{inOrder(lines.map((line, index) => drawn(block, line, index < lines.length - 1)))}</code>
      </pre>
    </figure>
  )
}

/** Renders a line of code. Only a marked line gets an element, with its line break inside. */
function drawn(block: Block, { content, marks }: CodeLine, hasBreak: boolean) {
  const nodes = hasBreak ? [...content, '\n'] : content
  return marks.length > 0 ? (
    <span className={`line ${marks.join(' ')}`}>{block.render(nodes)}</span>
  ) : (
    block.render(nodes)
  )
}

function linesOf({ attributes, children }: Block): CodeLine[] {
  const { highlights } = attributes
  // A block that the author wrote as `pre` has paragraphs, or its code in a property, instead of an element `code`.
  const content = children.length > 0 ? children : [textAttribute(attributes, 'code') ?? '']
  const nodes = content.flatMap((node, index) => {
    if (!isElement(node) || !['code', 'p'].includes(node[0])) return [node]
    return index > 0 && node[0] === 'p' ? ['\n', ...childrenOf(node)] : childrenOf(node)
  })
  return codeLines(nodes, Array.isArray(highlights) ? highlights : [])
}

export function InlineCode({ block }: BlockProps) {
  const hasTone = textAttribute(block.attributes, 'color') !== undefined
  return (
    <code
      id={textAttribute(block.attributes, 'id')}
      className={hasTone ? `toned ${toneClass(block.attributes, 'neutral')}` : undefined}
    >
      {block.render(block.children)}
    </code>
  )
}
