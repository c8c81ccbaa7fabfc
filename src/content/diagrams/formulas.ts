import type { KatexOptions } from 'katex'
import { type ElementNode, textOf } from '../mdc/ast.ts'

export interface DiagramProblem {
  kind: 'formula' | 'diagram'
  source: string
  /** Index in `source` at which the problem begins */
  position: number
  message: string
}

interface Token {
  text: string
}

/** KaTeX's representation of a macro defined by `\def` and the like; its tokens are in reverse order. */
interface Definition {
  tokens: Token[]
  numArgs: number
  delimiters?: string[][]
  unexpandable?: boolean
}

interface Expander {
  consumeArgs: (count: number, delimiters?: string[][]) => Token[][]
  pushToken: (token: Token) => void
}

/** Max number of tokens that the macros of one formula may produce */
const maxExpansion = 50_000

/**
 * Creates macros that limit definitions made in a formula. KaTeX counts how often a macro is expanded, but not its
 * size: ten macros, each used ten times in the next, would fill the memory.
 */
function limitMacros(): Record<string, object> {
  let tokenCount = 0
  const bound = (definition: Definition) => (expander: Expander) => {
    const { tokens, numArgs, delimiters } = definition
    const args = expander.consumeArgs(numArgs, delimiters)
    for (const [at, { text }] of tokens.entries()) {
      const argument = tokens[at + 1]?.text === '#' ? args[Number(text) - 1] : undefined
      tokenCount += argument?.length ?? 1
    }
    if (tokenCount > maxExpansion) throw new RangeError('The definitions of the formula expand too far')
    for (const argument of args.reverse()) {
      for (const token of [{ text: '}' }, ...argument, { text: '{' }]) expander.pushToken(token)
    }
    return { tokens, numArgs }
  }
  return new Proxy<Record<string, object>>(
    {},
    {
      get: (defined, name: string) => {
        const definition = Reflect.get(defined, name)
        return isDefinition(definition) && !definition.unexpandable ? bound(definition) : definition
      },
    },
  )
}

function isDefinition(value: object | undefined): value is Definition {
  return typeof value === 'object' && 'tokens' in value
}

/**
 * Max number of formulas and of their characters per page (others are shown as source). `formula`: max length of one,
 * characters
 */
const most = { formulas: 1000, characters: 100_000, formula: 10_000 }
/** Max length, in characters, and max nesting depth of a drawn formula */
const maxDrawn = { length: 200_000, depth: 100 }

const options = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  // Max number of expansions: macros that call each other would expand without end.
  maxExpand: 500,
  // Max size of an element, em
  maxSize: 20,
} satisfies KatexOptions

export type DrawFormula = (node: ElementNode, isDisplay: boolean) => ElementNode | undefined

/**
 * Loads the library that draws formulas. The returned function draws one; for a formula that cannot be drawn, it
 * returns undefined and reports the reason.
 */
export async function formulaDrawer(onProblem: (problem: DiagramProblem) => void): Promise<DrawFormula> {
  const { default: katex } = await import('katex')
  let formulas = 0
  let characters = 0
  let isFull = false
  return (node, isDisplay) => {
    const source = textOf(node).replace(/\n$/, '')
    characters += source.length
    if (++formulas > most.formulas || characters > most.characters) {
      if (!isFull) onProblem({ kind: 'formula', source, position: 0, message: 'the page has too many formulas' })
      isFull = true
      return undefined
    }
    try {
      if (source.length > most.formula) throw new RangeError('A formula is too long')
      const markup = katex.renderToString(source, { ...options, macros: limitMacros(), displayMode: isDisplay })
      if (markup.length > maxDrawn.length || depthOf(markup) > maxDrawn.depth) {
        onProblem({ kind: 'formula', source, position: 0, message: 'it is too large' })
        return undefined
      }
      return ['formula', { ...(isDisplay && { display: '' }), markup: within(markup) }, source]
    } catch (error) {
      const position = error instanceof katex.ParseError ? error.position : 0
      const message = error instanceof katex.ParseError ? error.rawMessage : 'it is too large'
      onProblem({ kind: 'formula', source, position: position ?? 0, message })
      return undefined
    }
  }
}

/** Returns the `<math>` element without the markup around it. */
function within(markup: string): string {
  return markup.slice(markup.indexOf('<math'), markup.lastIndexOf('</math>') + '</math>'.length)
}

function depthOf(markup: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of markup.matchAll(/<\/?[a-z]/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
