interface Token {
  text: string
}

/** As KaTeX keeps what `\def` and its like define: its tokens lie backwards. */
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

/** Of what the definitions of one formula bring, tokens */
const mostBrought = 50_000

/**
 * For what a formula defines itself. The library counts how often a definition stands for something, not how much: ten
 * of them, each ten times in the next, fill the memory.
 */
export function boundMacros(): Record<string, object> {
  let brought = 0
  const bound = (definition: Definition) => (expander: Expander) => {
    const { tokens, numArgs, delimiters } = definition
    const given = expander.consumeArgs(numArgs, delimiters)
    for (const [at, { text }] of tokens.entries()) {
      const argument = tokens[at + 1]?.text === '#' ? given[Number(text) - 1] : undefined
      brought += argument?.length ?? 1
    }
    if (brought > mostBrought) throw new RangeError('What a formula defines brings too much')
    for (const argument of given.reverse()) {
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
