import type { HighlighterCore, ThemedToken } from 'shiki/core'
import { type AstNode, type Body, childrenOf, type ElementNode, isElement, type Props, textOf } from '../mdc/ast.ts'
import { classOfColor, kindTheme } from './highlight-theme.ts'

/**
 * Classes of lines by the notation in a comment: `// [!code ++]`, `# [!code highlight:3]` at the end of a line, or
 * above it on a line of their own
 */
const classesOf: Record<string, string> = {
  '++': 'diff add',
  '--': 'diff remove',
  hl: 'highlight',
  highlight: 'highlight',
  focus: 'focus',
  error: 'error',
  warning: 'warning',
}

const notation =
  /[ \t]*(?:\/\/|\/\*|<!--|#|--|;|%)?[ \t]*\[!code (\+\+|--|hl|highlight|focus|error|warning)(?::(\d{1,4}))?\][ \t]*(?:\*\/|-->)?[ \t]*$/

interface AnnotatedCode {
  lines: string[]
  classes: Map<number, string>
}

function readNotation(code: string): AnnotatedCode {
  const written = code.replace(/\n$/, '').split('\n')
  const classes = new Map<number, string>()
  if (!code.includes('[!code ')) return { lines: written, classes }
  const lines: string[] = []
  const marks: { from: number; count: number; name: string }[] = []
  for (const line of written) {
    const at = line.lastIndexOf('[!code ')
    const [text, name = '', count = '1'] = (at < 0 ? null : notation.exec(line.slice(Math.max(0, at - 8)))) ?? []
    const shown = text === undefined ? line : line.slice(0, line.length - text.length).trimEnd()
    if (text !== undefined) marks.push({ from: lines.length, count: Number(count), name })
    // A line that contained only the notation is removed, and the mark applies to the next line.
    if (text === undefined || shown !== '') lines.push(shown)
  }
  for (const { from, count, name } of marks) {
    for (let at = from; at < Math.min(from + count, lines.length); at++) {
      classes.set(at, [classes.get(at), classesOf[name]].filter(Boolean).join(' '))
    }
  }
  return { lines, classes }
}

export interface Highlighter {
  /**
   * Highlights the code of a page: it becomes `span.line`s of spans, see `highlight-theme.ts`. Code in unknown
   * languages stays plain; each language is reported once.
   */
  highlight(body: Body, onUnknownLanguage?: (language: string) => void): Promise<Body>
}

const maxCodeLength = 100_000
const maxLineLength = 1000
/**
 * Max sum of squared line lengths per page, to which the cost is proportional: 2,000 lines of 100 characters; further
 * code stays plain.
 */
const maxWork = 20_000_000
const plainLanguages = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'ansi', 'math'])

/** Whether code is in no language; `title=a.js` in the place of a language is none. */
function isPlain(language: string): boolean {
  return plainLanguages.has(language) || language.includes('=')
}

export function createHighlighter(): Highlighter {
  let shiki: Promise<HighlighterCore> | undefined
  const languages = new Map<string, Promise<HighlighterCore | undefined>>()
  const load = async (language: string): Promise<HighlighterCore | undefined> => {
    const { bundledLanguages } = await import('shiki/langs')
    const grammar = Object.entries(bundledLanguages).find(([name]) => name === language)?.[1]
    if (!grammar) return undefined
    shiki ??= createShiki()
    const highlighter = await shiki
    await highlighter.loadLanguage(grammar)
    return highlighter
  }
  const readerOf = (language: string) => {
    const reader = languages.get(language) ?? load(language)
    languages.set(language, reader)
    return reader
  }
  return {
    highlight: async (body, onUnknownLanguage) => {
      const readers = new Map<string, HighlighterCore>()
      for (const language of languagesIn(body.value)) {
        const reader = await readerOf(language)
        if (reader) readers.set(language, reader)
        else onUnknownLanguage?.(language)
      }
      const run = new HighlightRun(readers)
      return { ...body, value: body.value.map((node) => run.node(node)) }
    },
  }
}

async function createShiki(): Promise<HighlighterCore> {
  const { createHighlighterCore } = await import('shiki/core')
  const { createOnigurumaEngine } = await import('shiki/engine/oniguruma')
  return createHighlighterCore({
    engine: createOnigurumaEngine(import('shiki/wasm')),
    themes: [kindTheme],
    langs: [],
  })
}

function languagesIn(nodes: AstNode[]): Set<string> {
  const found = new Set<string>()
  const visit = (node: AstNode) => {
    if (!isElement(node)) return
    const language = languageOf(node)
    if (language !== undefined && !isPlain(language)) found.add(language)
    for (const child of childrenOf(node)) visit(child)
  }
  for (const node of nodes) visit(node)
  return found
}

class HighlightRun {
  readonly #readers: Map<string, HighlighterCore>
  #workLeft = maxWork

  constructor(readers: Map<string, HighlighterCore>) {
    this.#readers = readers
  }

  node(node: AstNode): AstNode {
    if (!isElement(node)) return node
    const [tag, props] = node
    const language = languageOf(node)
    if (tag === 'pre' && language !== undefined) return this.#block(node, language)
    if (tag === 'code' && language !== undefined) {
      const [tokens = []] = this.#tokens(textOf(node), language)
      return [tag, highlighted(props), ...tokens]
    }
    return [tag, props, ...childrenOf(node).map((child) => this.node(child))]
  }

  #block(node: ElementNode, language: string): ElementNode {
    const [tag, props, code] = node
    if (typeof props.code !== 'string' || props.code.length > maxCodeLength || !code || !isElement(code)) return node
    const { lines, classes } = readNotation(props.code)
    const marked = new Set(Array.isArray(props.highlights) ? props.highlights.map(Number) : [])
    const isAsWritten = classes.size === 0 && lines.join('\n') === props.code.replace(/\n$/, '')
    if (isPlain(language) && isAsWritten && marked.size === 0) return node
    const spans = this.#tokens(lines.join('\n'), language).map((children, at): ElementNode => {
      const line = at + 1
      const names = ['line', ...(marked.has(line) ? ['highlight'] : []), ...(classes.get(at)?.split(' ') ?? [])]
      return ['span', { class: names.length > 1 ? names : 'line', line }, ...withLineEnd(children)]
    })
    const hasChanges = [...classes.values()].some((names) => names.startsWith('diff'))
    return [tag, highlighted(props, hasChanges ? ['has-diff'] : []), [code[0], code[1], ...spans]]
  }

  #tokens(code: string, language: string): AstNode[][] {
    const lines = code.split('\n')
    const work = lines.reduce((sum, { length }) => sum + Math.min(length, maxLineLength) ** 2, 0)
    const reader = work <= this.#workLeft ? this.#readers.get(language) : undefined
    if (!reader) return lines.map((line) => (line ? [line] : []))
    this.#workLeft -= work
    // There is no time limit, because on a busy machine the same code would be highlighted differently.
    const limits = { tokenizeMaxLineLength: maxLineLength, tokenizeTimeLimit: 0 }
    return reader.codeToTokensBase(code, { lang: language, theme: kindTheme.name, ...limits }).map(mergeTokens)
  }
}

/** Adds the classes and the empty style that Nuxt Content's renderers expect of highlighted code. */
function highlighted(props: Props, more: string[] = []): Props {
  const own = Array.isArray(props.className) ? props.className.map(String) : []
  return { ...props, className: [...own, 'shiki shiki-themes github-light github-dark', ...more].join(' '), style: '' }
}

function mergeTokens(tokens: ThemedToken[]): AstNode[] {
  const merged: { text: string; kind: string | undefined }[] = []
  for (const { content, color } of tokens) {
    const last = merged.at(-1)
    const kind = content.trim() === '' ? last?.kind : classOfColor(color)
    if (last && last.kind === kind) last.text += content
    else if (last && last.text.trim() === '') Object.assign(last, { text: last.text + content, kind })
    else merged.push({ text: content, kind })
  }
  return merged.map(({ text, kind }): AstNode => (kind ? ['span', { class: kind } satisfies Props, text] : text))
}

function withLineEnd(children: AstNode[]): AstNode[] {
  const last = children.at(-1)
  return typeof last === 'string' ? [...children.slice(0, -1), `${last}\n`] : [...children, '\n']
}

function languageOf([tag, { language }]: ElementNode): string | undefined {
  if (tag !== 'pre' && tag !== 'code') return undefined
  return typeof language === 'string' ? language.toLowerCase() : undefined
}
