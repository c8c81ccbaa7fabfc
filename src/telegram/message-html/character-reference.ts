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

export function decodeReferences(source: string): string {
  let text = ''
  for (let index = 0; index < source.length; ) {
    const read = source[index] === '&' ? readReference(source, index) : undefined
    text += read?.text ?? source[index]
    index = read?.end ?? index + 1
  }
  return text
}
