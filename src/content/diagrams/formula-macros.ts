interface Token {
  text: string
}

/** KaTeX's representation of definitions made by `\def` and the like; its tokens are in reverse order. */
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

/** Max tokens produced by the definitions of one formula */
const maxExpansion = 50_000

/**
 * Limits definitions made in a formula. KaTeX counts how often a definition is expanded, but not its size: ten
 * definitions, each used ten times in the next, would fill the memory.
 */
export function limitMacros(): Record<string, object> {
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
