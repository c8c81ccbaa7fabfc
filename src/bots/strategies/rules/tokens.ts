import { RuleFailure } from './rule-error.ts'

export interface Token {
  kind: 'number' | 'percent' | 'word' | 'sign' | 'end'
  /** Words in lower case; empty for the end of the line */
  text: string
  value: number
  line: number
  column: number
}

const pattern = /([ \t\r]+)|(#.*)|(\d+(?:\.\d+)?|\.\d+)([ \t]*%)?|([a-z_][a-z0-9_]*)|(<=|>=|!=|[-+*/()[\],<>=])/iy

/** Splits the texts into lines of tokens, each with an `end`. @throws RuleFailure for an unknown character */
export function tokenLines(text: string): Token[][] {
  return text.split('\n').map((line, index) => tokensOf(line, index + 1))
}

function tokensOf(text: string, line: number): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  let at = 0
  while (at < text.length) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const column = at + 1
    if (!match) {
      const found = String.fromCodePoint(text.codePointAt(at) ?? 0)
      throw new RuleFailure({ fault: 'character', line, column, about: { found } })
    }
    const [whole, , , number, percent, word, sign] = match
    const base = { line, column, text: whole, value: 0 }
    if (number !== undefined) tokens.push({ ...base, kind: percent ? 'percent' : 'number', value: Number(number) })
    else if (word !== undefined) tokens.push({ ...base, kind: 'word', text: word.toLowerCase() })
    else if (sign !== undefined) tokens.push({ ...base, kind: 'sign' })
    at += whole.length
  }
  tokens.push({ kind: 'end', text: '', value: 0, line, column: text.length + 1 })
  return tokens
}

/** Reads the tokens of one line. */
export function createTokenReader(tokens: readonly Token[]) {
  let place = 0
  const end = tokens.at(-1)
  const peek = (ahead = 0): Token => {
    const token = tokens[place + ahead] ?? end
    if (!token) throw new Error('A line has no end token')
    return token
  }
  const fail = (fault: 'expected', about: Record<string, string | number>, token = peek()): never => {
    throw new RuleFailure({ fault, line: token.line, column: token.column, about })
  }
  const accept = (...texts: string[]): boolean => {
    const isHere = texts.every((text, index) => peek(index).text === text)
    if (isHere) place += texts.length
    return isHere
  }
  return {
    peek,
    accept,
    next: (): Token => {
      const token = peek()
      if (token.kind !== 'end') place++
      return token
    },
    expect: (...texts: string[]): void => {
      for (const text of texts) {
        if (!accept(text)) fail('expected', { expected: text, found: peek().text })
      }
    },
  }
}

export type TokenReader = ReturnType<typeof createTokenReader>
