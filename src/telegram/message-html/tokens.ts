import { atByte, MessageHtmlError } from './entity.ts'

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Sticky pattern of a character reference: `&`, decimal or hexadecimal digits or a name, and an optional semicolon. */
const reference = /&(?:#x([\da-f]*)|#(\d*)|([a-z]+));?/iy

/**
 * Reads a character reference: one of four names, or a number below 0x10ffff with at most nine characters before the
 * semicolon. Any other `&` is literal. Source: `decode_html_entity` of tdlib/td, MessageEntity.cpp.
 * @returns the character and the index after the reference, or undefined if the `&` starts no reference
 */
export function readReference(source: string, index: number): { text: string; end: number } | undefined {
  reference.lastIndex = index
  const [whole, hexadecimal, decimal, name] = reference.exec(source) ?? []
  if (whole === undefined) return undefined
  const end = index + whole.length
  if (name !== undefined) {
    // Names of character references are case-sensitive.
    const text = Object.hasOwn(named, name) ? named[name] : undefined
    return text === undefined ? undefined : { text, end }
  }
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  const length = whole.endsWith(';') ? whole.length - 1 : whole.length
  if (!(code > 0) || code >= 0x10ffff || length >= 10) return undefined
  return { text: String.fromCodePoint(code), end }
}

function decodeReferences(source: string): string {
  let text = ''
  for (let index = 0; index < source.length; ) {
    const read = source[index] === '&' ? readReference(source, index) : undefined
    text += read?.text ?? source[index]
    index = read?.end ?? index + 1
  }
  return text
}

const tagNames = new Set([
  ...['a', 'b', 'strong', 'i', 'em', 's', 'strike', 'del', 'u', 'ins', 'span', 'tg-spoiler', 'tg-emoji'],
  ...['pre', 'code', 'blockquote'],
])

export interface StartTag {
  name: string
  /** Attribute values with decoded HTML entities; an empty string for an attribute without a value */
  attributes: ReadonlyMap<string, string>
  /** Index in the source after the `>` of the tag */
  end: number
}

/* Sticky patterns of the parts of a tag; their white space is what Telegram's server treats as white space. */
const tagName = /<([^\s>]*)/y
const space = /[ \t\r\n\v\f]*/y
const attributeName = /[^ \t\r\n\v\f=>]*/y
const nameToken = /[a-z\d.-]*/iy
const endTag = /<\/([^\s>]*)\s*/y

function take(pattern: RegExp, source: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(source)?.[0] ?? ''
}

/** Reads the start tag at an index of the source. @throws MessageHtmlError */
export function readStartTag(source: string, begin: number): StartTag {
  const fail = (message: string): never => {
    throw new MessageHtmlError(`${message} ${atByte(source, begin)}`, begin)
  }
  const opening = take(tagName, source, begin)
  let index = begin + opening.length
  if (index === source.length) return fail('Unclosed start tag')
  const name = opening.slice(1).toLowerCase()
  if (!tagNames.has(name)) return fail(`Unsupported start tag "${name}"`)
  const attributes = new Map<string, string>()
  for (;;) {
    index += take(space, source, index).length
    if (source[index] === '>') return { name, attributes, end: index + 1 }
    if (index === source.length) return fail('Unclosed start tag')
    const attribute = take(attributeName, source, index)
    if (attribute === '') return fail(`Empty attribute name in the tag "${name}"`)
    index += attribute.length
    index += take(space, source, index).length
    if (source[index] !== '=') {
      // The attribute has no value, as in <blockquote expandable>.
      attributes.set(attribute, '')
      continue
    }
    index += 1
    index += take(space, source, index).length
    if (index === source.length) return fail(`Unclosed start tag "${name}"`)
    const { value, end } = readValue(source, index)
    if (end === source.length) return fail('Unclosed start tag')
    attributes.set(attribute, value)
    index = end
  }
}

function readValue(source: string, index: number): { value: string; end: number } {
  const quote = source[index]
  if (quote === '"' || quote === "'") {
    const closing = source.indexOf(quote, index + 1)
    if (closing < 0) return { value: '', end: source.length }
    return { value: decodeReferences(source.slice(index + 1, closing)), end: closing + 1 }
  }
  const token = take(nameToken, source, index)
  const end = index + token.length
  if (end < source.length && !/[\s>]/.test(source.charAt(end))) {
    throw new MessageHtmlError(`Unexpected end of name token ${atByte(source, index)}`, index)
  }
  return { value: token.toLowerCase(), end }
}

/** Reads the end tag at an index of the source. @throws MessageHtmlError */
export function readEndTag(source: string, begin: number): { name: string; end: number } {
  const closing = take(endTag, source, begin)
  const end = begin + closing.length
  if (source[end] !== '>') throw new MessageHtmlError(`Unclosed end tag ${atByte(source, begin)}`, begin)
  return { name: closing.slice(2).trimEnd().toLowerCase(), end: end + 1 }
}
