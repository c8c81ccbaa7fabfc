import { type Attributes, classesOf, flagAttribute, textAttribute } from './attributes.ts'
import { safeImageSource } from './links/urls.ts'

const allowed: Readonly<Record<string, readonly string[]>> = {
  abbr: [],
  audio: ['src', 'controls', 'loop', 'muted', 'preload'],
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
  source: ['src', 'type', 'media'],
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
  track: ['src', 'kind', 'srcLang', 'label', 'default'],
  u: [],
  ul: [],
  var: [],
  video: ['src', 'poster', 'width', 'height', 'controls', 'loop', 'muted', 'playsInline', 'preload'],
  wbr: [],
}
const common = ['id', 'title', 'lang', 'dir', 'ariaLabel', 'ariaHidden', 'ariaDescribedby']
const flags = ['open', 'reversed', 'controls', 'loop', 'muted', 'playsInline', 'default']
const voidTags = ['br', 'hr', 'wbr', 'source', 'track']
const addresses = ['src', 'poster']

export function isAllowedTag(tag: string): boolean {
  return Object.hasOwn(allowed, tag)
}

export function isVoidTag(tag: string): boolean {
  return voidTags.includes(tag)
}

/**
 * Returns the allowed attributes of an HTML element. `style`, event handlers and `data-*` (which would trigger
 * behaviors of the page) are dropped.
 */
export function htmlAttributes(tag: string, attributes: Attributes): Record<string, string | true> {
  const result: Record<string, string | true> = {}
  const own = Object.hasOwn(allowed, tag) ? (allowed[tag] ?? []) : []
  for (const name of [...common, ...own]) {
    if (flags.includes(name)) {
      if (flagAttribute(attributes, name)) result[name] = true
      continue
    }
    const value = textAttribute(attributes, spelling(name, attributes))
    if (addresses.includes(name) && safeImageSource(value) === undefined) continue
    if (value !== undefined)
      result[name.replace(/^aria[A-Z]/, (start) => `aria-${start.at(-1)?.toLowerCase()}`)] = value
  }
  // Videos and audios always get controls: autoplay is not allowed, so without controls a video could not be started
  // and an audio would be invisible.
  if (tag === 'video' || tag === 'audio') result.controls = true
  const classes = classesOf(attributes)
  if (classes.length > 0) result.className = classes.join(' ')
  return result
}

/** Returns the spelling of an attribute in a tree, which may have `colspan` or `colSpan`; React accepts only one. */
function spelling(name: string, attributes: Attributes): string {
  if (Object.hasOwn(attributes, name)) return name
  return Object.keys(attributes).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name
}
