import { matchAt } from './lex/source-text.ts'
import { maxNameLength } from './limits.ts'

export interface Attribute {
  name: string
  value: string | true
}

export interface AttributesFound {
  attributes: Attribute[]
  end: number
}

const space = /\s*/y
const shorthand = /([#.])([^\s{}#.="'<>`]+)/y
const attributeName = new RegExp(`:?[A-Za-z_][\\w:.-]{0,${maxNameLength}}`, 'y')
const bareValue = /[^\s"'=<>`{}]+/y

/**
 * Reads attributes such as `{#id .class flag key=value key="v" :key='json'}` from the brace at `from`; undefined if
 * they are malformed.
 */
export function readAttributes(text: string, from: number): AttributesFound | undefined {
  if (text[from] !== '{') return undefined
  const attributes: Attribute[] = []
  let at = from + 1
  for (;;) {
    at = skip(space, text, at)
    if (text[at] === '}') return { attributes, end: at + 1 }
    const short = matchAt(shorthand, text, at)
    if (short) {
      attributes.push({ name: short[1] === '#' ? 'id' : 'class', value: short[2] ?? '' })
      at += short[0].length
      continue
    }
    const name = matchAt(attributeName, text, at)?.[0]
    if (!name) return undefined
    at += name.length
    if (text[at] !== '=') {
      attributes.push({ name, value: true })
      continue
    }
    const value = readValue(text, at + 1, name.startsWith(':'))
    if (!value) return undefined
    attributes.push({ name, value: value.text })
    at = value.end
  }
}

function readValue(text: string, from: number, isBound: boolean): { text: string; end: number } | undefined {
  const quote = text[from]
  if (quote !== '"' && quote !== "'") {
    const bare = matchAt(bareValue, text, from)?.[0]
    return bare === undefined ? undefined : { text: bare, end: from + bare.length }
  }
  let end = text.indexOf(quote, from + 1)
  // Values of bound attributes are JSON, so the text in quotes may contain escaped quotes.
  while (isBound && end > 0 && text[end - 1] === '\\') end = text.indexOf(quote, end + 1)
  if (end < 0) return undefined
  const inner = text.slice(from + 1, end)
  return { text: isBound ? inner.replaceAll(`\\${quote}`, quote) : inner, end: end + 1 }
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0)
}
