import type { Token } from 'marked'
import { parseDocument } from 'yaml'
import { type AstNode, childrenOf, type ElementNode, isPlainParagraph, type Props } from '../ast.ts'
import { isTitled } from '../lex/opening.ts'
import type { BlockToken, ComponentPart } from '../lex/tokens.ts'
import { propertyName } from '../names.ts'
import { plainValue } from '../plain-yaml.ts'
import { isSafeProp } from '../safety.ts'
import { codeBlock } from './code.ts'
import { inlineNodes } from './inline-ast.ts'
import { mergeProps } from './props.ts'
import { tagOf, type Walk } from './walk.ts'

const maxLength = 20_000

const maxDepth = 16

interface YamlProps {
  props: Props
  /** Error of the YAML; `offset` is the line in it, from 0 */
  error?: { message: string; offset: number }
  unsafe: { name: string; value: string }[]
}

/**
 * Reads the YAML props of a component. Strings stay text, other values become JSON under `:name`. No YAML is read once
 * the page's limit is used up.
 */
function readYamlProps(yaml: string, mayRead = true): YamlProps {
  const { value, error } = mayRead ? readYaml(yaml) : tooMuch
  const props: Props = {}
  const unsafe: YamlProps['unsafe'] = []
  for (const [key, item] of Object.entries(unflatten(value))) {
    const name = key === 'class' ? 'className' : key
    const text = typeof item === 'string' ? item : JSON.stringify(item)
    const bound = typeof item === 'string' ? name : `:${name}`
    if (!isSafeProp(bound, text) || !isSafeProp(propertyName(key), text)) unsafe.push({ name: key, value: text })
    else if (name === 'className') props.className = text.split(/\s+/).filter(Boolean)
    else props[bound] = text
  }
  return { props, unsafe, ...(error ? { error } : {}) }
}

const tooMuch = { value: {}, error: { message: 'The page has too much YAML in its blocks', offset: 0 } }

function readYaml(yaml: string): { value: Record<string, unknown>; error?: YamlProps['error'] } {
  if (yaml.length > maxLength) return { value: {}, error: { message: 'It is too long', offset: 0 } }
  try {
    const document = parseDocument(yaml, { prettyErrors: false, schema: 'core', logLevel: 'error' })
    const [broken] = document.errors
    if (broken) {
      return { value: {}, error: { message: broken.message, offset: lineOf(yaml, broken.pos[0]) } }
    }
    const plain = plainValue(document)
    if (plain.status === 'refused') {
      return { value: {}, error: { message: plain.message, offset: lineOf(yaml, plain.offset) } }
    }
    const value = plain.value ?? {}
    if (isNestedDeeper(value, maxDepth)) return { value: {}, error: { message: 'Nested too deep', offset: 0 } }
    if (isRecord(value)) return { value }
    return { value: {}, error: { message: 'Expected one "name: value" a line', offset: 0 } }
  } catch (error) {
    // The library throws on YAML that is nested without limit.
    return { value: {}, error: { message: error instanceof Error ? error.message : 'Unreadable', offset: 0 } }
  }
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1
}

/** Converts names with dots to nested objects: `a.b: 1` → `a: { b: 1 }`, at every level. */
function unflatten(flat: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flat)) {
    const parts = key.split('.')
    const path = parts.length > maxDepth ? [key] : parts
    if (path.some((part) => part === '__proto__')) continue
    let target = result
    for (const part of path.slice(0, -1)) {
      const inner = target[part]
      const next = isRecord(inner) ? inner : {}
      target[part] = next
      target = next
    }
    target[path.at(-1) ?? key] = unflattened(value)
  }
  return result
}

function unflattened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unflattened)
  return isRecord(value) ? unflatten(value) : value
}

function isNestedDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((item) => isNestedDeeper(item, depth - 1))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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

/** Returns the props of a component. YAML that cannot be read is shown as content instead. */
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
