import type { Token } from 'marked'
import { type AstNode, childrenOf, type ElementNode, isPlainParagraph, type Props } from '../ast.ts'
import { isTitled } from '../lex/opening.ts'
import type { ComponentPart } from '../lex/parts.ts'
import type { BlockToken } from '../lex/tokens.ts'
import { codeBlock } from './code.ts'
import { tagOf } from './component-name.ts'
import { inlineNodes } from './inline-ast.ts'
import { mergeProps } from './props.ts'
import type { Walk } from './walk.ts'
import { readYamlProps } from './yaml-props.ts'

export function componentNode(walk: Walk, token: BlockToken, blockNodes: (tokens: Token[]) => AstNode[]): ElementNode {
  const { part, problems } = token
  const { origin } = walk
  if (problems) walk.origin = walk.line
  for (const { offset, ...problem } of problems ?? []) walk.problems.push({ ...problem, line: walk.origin + offset })
  walk.line = walk.origin + part.offset
  const tag = tagOf(walk, part.name, 'div')
  const { props, unread } = propsOf(walk, part)
  const label = inlineNodes(walk, token.label)
  let content: AstNode[] = []
  const templates: AstNode[] = []
  for (const slot of token.slots) {
    const attributes = walk.props(slot.attributes)
    const nodes = blockNodes(slot.tokens)
    if (slot.name === 'default') content = nodes
    else if (tag === 'details' && slot.name === 'title') content = [['summary', {}, ...unwrap(nodes)], ...content]
    else templates.push(['template', { [`v-slot:${slot.name}`]: '', ...attributes }, ...nodes])
  }
  walk.origin = origin
  if (walk.labelTitles && isTitled(tag) && label.length > 0 && content.length > 0) {
    if (tag === 'details') return [tag, props, ['summary', {}, ...label], ...unread, ...content, ...templates]
    const title: AstNode = ['template', { 'v-slot:title': '' }, ['p', {}, ...label]]
    return [tag, props, ...unread, ...content, ...templates, title]
  }
  return [tag, props, ...label, ...unread, ...content, ...templates]
}

function unwrap(nodes: AstNode[]): AstNode[] {
  return nodes.flatMap((node) => (isPlainParagraph(node) ? childrenOf(node) : [node]))
}

/** Unreadable YAML is shown as content instead. */
function propsOf(walk: Walk, { attributes, yaml, name }: ComponentPart): { props: Props; unread: AstNode[] } {
  const props = walk.props(attributes)
  if (!yaml) return { props, unread: [] }
  const { line } = walk
  walk.yamlLeft -= yaml.text.length
  const read = readYamlProps(yaml.text, walk.yamlLeft >= 0)
  walk.line = walk.origin + yaml.offset + (read.error?.offset ?? 0)
  for (const { name, value } of read.unsafe) walk.reportUnsafe(name, value)
  if (read.error) {
    const message = `The YAML of the block "${name}" cannot be read: ${read.error.message}`
    const hint = 'Write one "name: value" a line; quote values that contain ": " or begin with a special character.'
    walk.problems.push({ line: walk.line, message, hint, fatal: true })
  }
  walk.line = line
  return { props: mergeProps(props, read.props), unread: read.error ? [codeBlock(yaml.text, 'yaml')] : [] }
}
