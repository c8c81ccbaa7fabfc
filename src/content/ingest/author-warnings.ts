import type { DiagramProblem } from '../diagrams/formulas.ts'
import { type AstNode, type Body, childrenOf, type ElementNode, isElement, textOf } from '../mdc/ast.ts'
import { kebabCase } from '../mdc/names.ts'
import { refusalOf } from '../mdc/safety.ts'
import { unknownBlockHint } from '../mdc/tree/walk.ts'
import { attributesOf, textAttribute } from '../render/attributes.ts'
import { blockName } from '../render/block.ts'
import { components, findComponent } from '../render/components.tsx'
import { outsideMedium } from '../render/embeds/outside-media.ts'
import { isAllowedTag } from '../render/html-tags.ts'
import { safeHref } from '../render/links/urls.ts'
import type { Problem } from './problem.ts'

/** Names of tags that are neither HTML nor blocks: slots, bindings and parts that only a parent renders. */
const structural = new Set(['template', 'binding', 'style', 'script', 'tabs-item'])

export function authorWarnings(file: string, text: string, body: Body, unknownLanguages: string[]): Problem[] {
  const unknown = new Map<string, Shown>()
  for (const [name, shown] of body.value.flatMap((node) => unknownBlocks(node)))
    unknown.set(name, most(shown, unknown.get(name) ?? shown))
  const blocks = [...unknown].map(([name, shown]): Problem => {
    const message = `Unknown block "${name}"; ${shown}`
    const line = lineOf(text, new RegExp(`(^|\\s):+${name}\\b`)) ?? lineOfTag(text, name)
    return { file, line, message, hint: unknownBlockHint, severity: 'warning' }
  })
  const languages = unknownLanguages.map((language): Problem => {
    const message = `Unknown language "${language}"; the code is not highlighted`
    const hint = 'Correct the language, or write "text".'
    return {
      file,
      line: lineOf(text, new RegExp(`^\\s*(\`{3,}|~{3,})${escaped(language)}`)),
      message,
      hint,
      severity: 'warning',
    }
  })
  return [...blocks, ...languages, ...addressWarnings(file, text, body), ...outsideWarnings(file, text, body)]
}

/**
 * Warns about addresses of kinds that are not allowed as links on our own pages. They run no code, so they are kept in
 * the Markdown and the API.
 */
function addressWarnings(file: string, text: string, body: Body): Problem[] {
  return [...new Set(body.value.flatMap(refusedAddresses))].map((address) => ({
    file,
    line: lineOf(text, new RegExp(escaped(address))),
    message: `The address ${address.slice(0, 60)} was left out: ${refusalOf(address)}`,
    hint: 'Use http, https or mailto.',
    severity: 'warning',
  }))
}

function refusedAddresses(node: AstNode): string[] {
  if (!isElement(node)) return []
  const { href, to } = node[1]
  const own = [href, to].filter((address) => typeof address === 'string' && safeHref(address) === undefined)
  return [...own.map(String), ...childrenOf(node).flatMap(refusedAddresses)]
}

function outsideWarnings(file: string, text: string, body: Body): Problem[] {
  const found = new Map(body.value.flatMap(outsideMedia).map(({ src, isLink }) => [src, isLink]))
  return [...found].map(([src, isLink]) => ({
    file,
    line: lineOf(text, new RegExp(escaped(src))),
    message: `${src} is ${isLink ? 'shown as a link' : 'not shown'}: it is on another site`,
    hint: 'Save a copy beside the text or in the public folder, and use that copy.',
    severity: 'warning',
  }))
}

const media = ['img', 'video', 'audio', 'source']

/** Finds media of other sites, which the content security policy of our pages does not load. */
function outsideMedia(node: AstNode): { src: string; isLink: boolean }[] {
  if (!isElement(node)) return []
  const linked = outsideMedium(node)
  if (linked !== undefined) return [{ src: linked, isLink: true }]
  const [tag, { src }] = node
  const isOutside = media.includes(blockName(tag)) && typeof src === 'string' && /^(https?:)?\/\//i.test(src)
  return [...(isOutside ? [{ src, isLink: false }] : []), ...childrenOf(node).flatMap(outsideMedia)]
}

const hints = {
  formula: 'Its source is shown. Correct it, or write \\$ where a dollar sign is meant.',
  diagram: 'Its source is shown. Correct it; flowcharts, states, sequences, classes and entities are drawn.',
}

/**
 * Makes warnings from problems of diagrams and formulas. The line is that of the error, or of the beginning of the
 * source if the position is not found.
 */
export function diagramWarnings(file: string, text: string, problems: DiagramProblem[]): Problem[] {
  return problems.map(({ kind, source, position, message }) => ({
    file,
    line: lineOfPart(text, source, position),
    message: `The ${kind} ${shortened(source)} cannot be drawn: ${message}`,
    hint: hints[kind],
    severity: 'warning',
  }))
}

/**
 * Returns the line of a position in a part of a text. If the whole part is not found, the line is where the part
 * begins: in a blockquote each line begins with the quote's marks.
 */
function lineOfPart(text: string, part: string, position: number): number | undefined {
  const whole = text.indexOf(part)
  const [first = ''] = part.split('\n')
  const at = whole < 0 ? text.indexOf(first) : whole + position
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}

function shortened(source: string): string {
  const line = source.replace(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

/** Finds unknown blocks, and for each what is shown of it. @param around  the name of the enclosing block */
function unknownBlocks(node: AstNode, around?: string): [name: string, shown: Shown][] {
  if (!isElement(node)) return []
  const [tag, props] = node
  const name = blockName(tag)
  const isPart = labeledParts.includes(around ?? '') && textAttribute(attributesOf(props), 'label') !== undefined
  const isKnown = isPart || findComponent(components, name) !== undefined || isAllowedTag(name) || structural.has(name)
  return [
    ...(isKnown ? [] : [[tag, shownOf(node, around)] satisfies [string, Shown]]),
    ...childrenOf(node).flatMap((child) => unknownBlocks(child, name)),
  ]
}

/** Blocks in which a child with a label is a known part, whatever its name. */
const labeledParts = ['tabs', 'code-group']

/**
 * Texts that say what is shown of an unknown block, from least to most. A warning about several blocks of one name
 * states the most.
 */
const shownParts = [
  'it is not shown',
  'it is shown as text',
  'only its title or address is shown',
  'only its content is shown',
] as const

type Shown = (typeof shownParts)[number]

function most(left: Shown, right: Shown): Shown {
  return shownParts.indexOf(left) > shownParts.indexOf(right) ? left : right
}

function shownOf(node: ElementNode, around: string | undefined): Shown {
  if (textOf(node).trim() !== '' || childrenOf(node).some(isElement)) return 'only its content is shown'
  const attributes = attributesOf(node[1])
  const isNamed = ['title', 'label', 'to', 'href', 'src'].some((name) => textAttribute(attributes, name) !== undefined)
  if (isNamed) return 'only its title or address is shown'
  // The renderer has the same rule: a bare name within a line is more likely a word than a block.
  const isWord = node.length === 2 && Object.keys(node[1]).length === 0 && around !== undefined
  return isWord ? 'it is shown as text' : 'it is not shown'
}

function lineOf(text: string, pattern: RegExp): number | undefined {
  const at = text.split('\n').findIndex((line) => pattern.test(line))
  return at < 0 ? undefined : at + 1
}

/** Finds the line of a tag such as `<MyTeaser>` for the name "my-teaser". Code is ignored. */
function lineOfTag(text: string, name: string): number | undefined {
  let fence: string | undefined
  const at = text.split('\n').findIndex((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined
      return false
    }
    const tags = fence === undefined ? line.replace(/`[^`]*`/g, '').matchAll(/<([A-Za-z][\w-]*)/g) : []
    return [...tags].some(([, tag = '']) => kebabCase(tag) === name)
  })
  return at < 0 ? undefined : at + 1
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
