import { indentOf } from './list-indent.ts'
import { matchAt } from './source-text.ts'

export interface WrittenTag {
  name: string
  kind: 'open' | 'close' | 'empty'
  end: number
}

const tagHead = /<(\/?)([A-Za-z][\w.-]{0,63})(?=[\s/>])/y
const blanks = /\s*/y
const attributeName = /[A-Za-z_:@#$][\w.:@-]{0,63}/y
const plainValue = /[^\s"'=<>`{}]+/y
const maxTagLength = 4000

/** Reads an HTML or JSX tag, whose values may be expressions in braces; undefined if it is malformed. */
export function readWrittenTag(text: string, from: number): WrittenTag | undefined {
  const [head, slash, name] = matchAt(tagHead, text, from) ?? []
  if (head === undefined || name === undefined) return undefined
  let at = from + head.length
  while (at - from < maxTagLength) {
    at = skip(blanks, text, at)
    if (text[at] === '>') return { name, kind: slash ? 'close' : 'open', end: at + 1 }
    if (text.startsWith('/>', at)) return { name, kind: 'empty', end: at + 2 }
    const next = text[at] === '{' ? braceEnd(text, at) : attributeEnd(text, at)
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

function attributeEnd(text: string, from: number): number | undefined {
  const nameEnd = skip(attributeName, text, from)
  if (nameEnd === from) return undefined
  const equals = skip(blanks, text, nameEnd)
  if (text[equals] !== '=') return nameEnd
  const at = skip(blanks, text, equals + 1)
  const quote = text[at]
  if (quote === '{') return braceEnd(text, at)
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1)
    return end < 0 ? undefined : end + 1
  }
  const end = skip(plainValue, text, at)
  return end === at ? undefined : end
}

/** Index after the brace that closes the one at `from`; strings are skipped. */
export function braceEnd(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length && at - from < maxTagLength; at++) {
    const sign = text[at]
    if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
    else if (sign === '"' || sign === "'" || sign === '`') {
      const end = text.indexOf(sign, at + 1)
      if (end < 0) return undefined
      at = end
    }
  }
  return undefined
}

/** Whether a name is not an HTML element: `<Tabs>`, `<my-tab>`, `<Tabs.Item>`. `<BR>` is an HTML element. */
export function isForeignName(name: string): boolean {
  if (/^[A-Z][A-Z0-9]+$/.test(name)) return !isHtmlTag(name.toLowerCase())
  return /^[A-Z]|[.-]/.test(name)
}

/**
 * Reads lines that contain only tags of components, between which text is Markdown, even without empty lines. In MDX
 * this includes HTML tags.
 */
export function readTagLines(src: string, isMdx: boolean): { raw: string; tags: WrittenTag[] } | undefined {
  let at = indentOf(src.slice(0, 4))
  if (src[at] !== '<') return undefined
  const tags: WrittenTag[] = []
  for (;;) {
    const tag = readWrittenTag(src, at)
    if (!tag || !(isMdx || isForeignName(tag.name))) return undefined
    tags.push(tag)
    at = tag.end
    while (src[at] === ' ' || src[at] === '\t') at++
    if (at >= src.length || src[at] === '\n') return { raw: src.slice(0, at), tags }
    if (src[at] !== '<') return undefined
  }
}

/** Whether a line contains only tags of components; such a line ends a paragraph, at any indentation. */
export function isTagLine(line: string, isMdx = false): boolean {
  return line.trimStart().startsWith('<') && readTagLines(line.trim(), isMdx) !== undefined
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0)
}

/** Names of elements that begin an HTML block even inside a paragraph. */
export const htmlTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|' +
  'tr|track|ul'

const lineTags = new Set(
  (
    'a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em font i img input ins kbd ' +
    'label map mark meter nobr output picture pre progress q rb rp rt rtc ruby s samp select slot small source span ' +
    'strike strong sub sup time tt u var video wbr'
  ).split(' '),
)
const blockTags = new RegExp(`^(?:${htmlTags})$`)

export function isHtmlTag(tag: string): boolean {
  return lineTags.has(tag) || blockTags.test(tag)
}
