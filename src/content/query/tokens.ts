export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'symbol' | 'end'

export interface Token {
  kind: TokenKind
  value: string
  start: number
  end: number
}

export class RefusedError extends Error {}

/** Symbols of the grammar, longer ones first */
const symbols = ['<>', '<=', '>=', '==', '!=', '<', '>', '=', '(', ')', ',', '*']

const kindNames = { word: '', name: 'column ', text: 'text ', number: 'number ', symbol: '' }

/** Creates a reader of the tokens of a query. Comments, semicolons and arithmetic operators are not tokens. */
export function createTokenReader(sql: string) {
  let token = readToken(sql, 0)

  const reader = {
    peek: () => token,
    next: (): Token => {
      const read = token
      if (read.kind !== 'end') token = readToken(sql, read.end)
      return read
    },
    isAt: (value: string) => (token.kind === 'word' || token.kind === 'symbol') && token.value === value,
    take: (value: string): boolean => {
      const isThere = reader.isAt(value)
      if (isThere) reader.next()
      return isThere
    },
    expect: (...values: string[]): void => {
      for (const value of values) if (!reader.take(value)) reader.refuse(`Expected ${value}`)
    },
    expectKind: (kind: TokenKind, what: string): Token => {
      return token.kind === kind ? reader.next() : reader.refuse(`Expected ${what}`)
    },
    refuse: (reason: string): never => {
      const found = token.kind === 'end' ? 'the end' : `${kindNames[token.kind]}${shorten(token.value)}`
      throw new RefusedError(`${reason}, found ${found} ${position(token.start)}`)
    },
  }
  return reader
}

export type TokenReader = ReturnType<typeof createTokenReader>

function readToken(sql: string, from: number): Token {
  let start = from
  while (isSpace(sql[start])) start++
  const char = sql[start]
  if (char === undefined) return { kind: 'end', value: '', start, end: start }
  if (char === "'") return readQuoted(sql, start, 'text')
  if (char === '"') return readQuoted(sql, start, 'name')
  if (isDigit(char)) return readNumber(sql, start)
  if (isLetter(char)) {
    const end = endOfWord(sql, start)
    return { kind: 'word', value: sql.slice(start, end), start, end }
  }
  const symbol = symbols.find((candidate) => sql.startsWith(candidate, start))
  if (!symbol) throw new RefusedError(`Unexpected ${shorten(sql.slice(start))} ${position(start)}`)
  return { kind: 'symbol', value: symbol, start, end: start + symbol.length }
}

function readQuoted(sql: string, start: number, kind: 'text' | 'name'): Token {
  const quote = kind === 'text' ? "'" : '"'
  let value = ''
  let from = start + 1
  for (;;) {
    const close = sql.indexOf(quote, from)
    if (close < 0) throw new RefusedError(`The quote ${position(start)} is never closed: ${shorten(sql.slice(start))}`)
    value += sql.slice(from, close)
    if (sql[close + 1] !== quote) return { kind, value, start, end: close + 1 }
    value += quote
    from = close + 2
  }
}

function readNumber(sql: string, start: number): Token {
  let end = start
  while (isDigit(sql[end])) end++
  // A number must be followed by something else than a letter or a point, because SQL reads `5OFFSET`, `0x10`, `1e5`
  // and `1.5` differently.
  if (isLetter(sql[end]) || sql[end] === '.') {
    throw new RefusedError(`A number has digits only, found ${shorten(sql.slice(start))} ${position(start)}`)
  }
  return { kind: 'number', value: sql.slice(start, end), start, end }
}

function endOfWord(sql: string, start: number): number {
  let end = start
  while (isLetter(sql[end]) || isDigit(sql[end])) end++
  return end
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r'
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9'
}

function isLetter(char: string | undefined): boolean {
  if (char === undefined) return false
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_'
}

export function position(start: number): string {
  return `at position ${start + 1}`
}

const shownLength = 40

export function shorten(text: string): string {
  const shown = text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text
  return `«${shown}»`
}
