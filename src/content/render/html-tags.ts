import { type Attributes, classesOf, flagAttribute, textAttribute } from './attributes.ts'

const allowed: Readonly<Record<string, readonly string[]>> = {
  abbr: [],
  b: [],
  blockquote: [],
  br: [],
  caption: [],
  cite: [],
  code: [],
  dd: [],
  del: ['dateTime'],
  details: ['open', 'name'],
  dfn: [],
  div: [],
  dl: [],
  dt: [],
  em: [],
  figcaption: [],
  figure: [],
  h5: [],
  h6: [],
  hr: [],
  i: [],
  ins: ['dateTime'],
  kbd: [],
  li: ['value'],
  mark: [],
  ol: ['start', 'reversed', 'type'],
  p: [],
  q: [],
  s: [],
  samp: [],
  section: [],
  small: [],
  span: [],
  strong: [],
  sub: [],
  summary: [],
  sup: [],
  tbody: [],
  td: ['colSpan', 'rowSpan'],
  tfoot: [],
  th: ['colSpan', 'rowSpan', 'scope'],
  thead: [],
  time: ['dateTime'],
  tr: [],
  u: [],
  ul: [],
  var: [],
  wbr: [],
}
const common = ['id', 'title', 'lang', 'dir', 'ariaLabel', 'ariaHidden', 'ariaDescribedby']
const flags = ['open', 'reversed']
const voidTags = ['br', 'hr', 'wbr']

export function isAllowedTag(tag: string): boolean {
  return Object.hasOwn(allowed, tag)
}

export function isVoidTag(tag: string): boolean {
  return voidTags.includes(tag)
}

/** The allowed attributes. `style`, handlers and `data-*` (which would trigger the page's behaviours) never pass. */
export function htmlAttributes(tag: string, attributes: Attributes): Record<string, string | true> {
  const result: Record<string, string | true> = {}
  const own = Object.hasOwn(allowed, tag) ? (allowed[tag] ?? []) : []
  for (const name of [...common, ...own]) {
    if (flags.includes(name)) {
      if (flagAttribute(attributes, name)) result[name] = true
      continue
    }
    const value = textAttribute(attributes, spelling(name, attributes))
    if (value !== undefined)
      result[name.replace(/^aria[A-Z]/, (start) => `aria-${start.at(-1)?.toLowerCase()}`)] = value
  }
  const classes = classesOf(attributes)
  if (classes.length > 0) result.className = classes.join(' ')
  return result
}

/** Trees use both `colspan` and `colSpan`; React knows one. */
function spelling(name: string, attributes: Attributes): string {
  if (Object.hasOwn(attributes, name)) return name
  return Object.keys(attributes).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name
}
