import type { Attribute } from '../attributes.ts'
import { matchAt } from '../lex/source-text.ts'
import { braceEnd, isHtmlTag } from '../lex/written-tag.ts'
import { kebabCase } from '../names.ts'
import { isForbiddenTag, isSafeAddress } from '../safety.ts'
import { decodeEntities } from './entities.ts'

export type TagEvent =
  | { kind: 'open'; tag: string; attributes: Attribute[]; isEmpty: boolean; written: string }
  | { kind: 'close'; tag: string }

export type HtmlEvent =
  | TagEvent
  | { kind: 'text'; text: string }
  | { kind: 'comment'; text: string }
  | { kind: 'script'; text: string }
  | { kind: 'style' }
  | { kind: 'frame'; event: HtmlEvent }
  | { kind: 'wrapper'; tag: TagEvent }
  | { kind: 'component'; name: string; tag: TagEvent }
  | { kind: 'forbidden'; tag: string; text: string }

const tagStart = /<(\/?)([A-Za-z][A-Za-z0-9.-]{0,63})(?=[\s/>])/y
const attribute = /\s*([A-Za-z_:@#][\w.:@-]{0,63})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
const tagEnd = /\s*(\/?)>/y
const emptyTags = new Set('area br col embed hr img input link meta source track wbr'.split(' '))
const rawTags = new Set('script style textarea title xmp iframe noembed noframes noscript plaintext'.split(' '))

/**
 * Whether a tag may be the type parameter `<T>` of `Type<T>`: not an HTML element, and only attributes without values.
 */
export function mayBeParameter(event: HtmlEvent): event is TagEvent & { kind: 'open' } {
  if (event.kind !== 'open' || event.isEmpty || isHtmlTag(event.tag)) return false
  return event.attributes.every(({ value }) => value === true)
}

const wrapperTags = new Set(['template', 'form'])

/** Splits raw HTML into tags and texts. Malformed tags are text; only comments are dropped. */
export function* readHtml(html: string): Generator<HtmlEvent> {
  let at = 0
  let textFrom = 0
  let commentEnd = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    if (next < 0) break
    if (html.startsWith('<!--', next) && commentEnd >= 0) {
      commentEnd = html.indexOf('-->', next + 4)
      if (commentEnd >= 0) {
        yield* textEvents(html.slice(textFrom, next))
        yield { kind: 'comment', text: html.slice(next + 4, commentEnd) }
        at = textFrom = commentEnd + 3
        continue
      }
    }
    const found = readTag(html, next)
    if (!found) {
      at = next + 1
      continue
    }
    yield* textEvents(html.slice(textFrom, next))
    const name = componentName(html, next, found)
    if (name !== undefined) {
      yield { kind: 'component', name, tag: found.event }
      at = textFrom = found.end
      continue
    }
    const end = rawEnd(html, found) ?? found.end
    const content = contentOf(found, html.slice(found.end, end))
    if (content !== undefined && found.tag === 'script') yield { kind: 'script', text: content }
    else if (content !== undefined && found.tag === 'style') yield { kind: 'style' }
    else if (found.tag === 'iframe' && framedAddress(found.event)) yield { kind: 'frame', event: found.event }
    else if (wrapperTags.has(found.tag)) yield { kind: 'wrapper', tag: found.event }
    else if (isForbiddenTag(found.tag)) yield { kind: 'forbidden', tag: found.tag, text: html.slice(next, end) }
    else yield found.event
    at = textFrom = end
  }
  yield* textEvents(html.slice(textFrom))
}

/**
 * Returns the name of a JSX component such as `<Math>`, which is not the element `<math>`. Names in capitals are HTML,
 * and so are scripts, styles, frames and templates.
 */
function componentName(html: string, at: number, { tag }: Tag): string | undefined {
  const [, name = ''] = /^<\/?([A-Z][a-z]\w*)/.exec(html.slice(at, at + 40)) ?? []
  const isOwn = !['script', 'style', 'iframe', 'template'].includes(tag)
  return name !== '' && isOwn && (isForbiddenTag(tag) || wrapperTags.has(tag)) ? name : undefined
}

/** Returns the address of an `<iframe>`; undefined if it shows no other page or the address is unsafe. */
export function framedAddress(event: HtmlEvent): string | undefined {
  const src = event.kind === 'open' ? attributeOf(event.attributes, 'src') : undefined
  return src !== undefined && isSafeAddress(src) ? src : undefined
}

/** Returns the trimmed value of an attribute; undefined if it is empty. */
export function attributeOf(attributes: readonly Attribute[], wanted: string): string | undefined {
  const value = attributes.find(({ name }) => name.toLowerCase() === wanted)?.value
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** Returns the text between a tag with raw content, such as `<script>`, and its end; undefined without an end. */
function contentOf({ tag, event }: Tag, rest: string): string | undefined {
  if (event.kind !== 'open' || !rawTags.has(tag)) return undefined
  return new RegExp(`^([\\s\\S]*)</${tag}\\s*>$`, 'i').exec(rest)?.[1]
}

function* textEvents(raw: string): Generator<HtmlEvent> {
  if (raw !== '') yield { kind: 'text', text: decodeEntities(raw) }
}

interface Tag {
  tag: string
  event: TagEvent
  end: number
}

function readTag(html: string, from: number): Tag | undefined {
  const start = matchAt(tagStart, html, from)
  const [all, slash, name] = start ?? []
  if (all === undefined || name === undefined) return undefined
  const tag = kebabCase(name.replaceAll('.', '-'))
  const attributes: Attribute[] = []
  let at = from + all.length
  for (;;) {
    const end = matchAt(tagEnd, html, at)
    if (end) {
      at += end[0].length
      if (slash) return { tag, end: at, event: { kind: 'close', tag } }
      const isEmpty = end[1] === '/' || (emptyTags.has(tag) && !/^[A-Z][a-z]/.test(name))
      const written = html.slice(from, at)
      return { tag, end: at, event: { kind: 'open', tag, attributes, isEmpty, written } }
    }
    const expression = readExpression(html, at)
    if (expression) {
      if (expression.attribute) attributes.push(expression.attribute)
      at = expression.end
      continue
    }
    const found = matchAt(attribute, html, at)
    if (!found) return undefined
    const [text, attributeName = '', double, single, bare] = found
    const value = double ?? single ?? bare
    if (!attributeName.startsWith('#'))
      attributes.push({ name: attributeName, value: value === undefined ? true : decodeEntities(value) })
    at += text.length
  }
}

const expressionHead = /\s*(?:([A-Za-z_][\w-]{0,63})\s*=\s*)?(?=\{)/y
const literal = /^\{\s*(?:(["'])((?:(?!\1)[^\\])*)\1|`([^`\\$]*)`)\s*\}$/

/** Reads a JSX attribute, `name={…}` or `{...props}`: strings and JSON are read, code is not. */
function readExpression(html: string, from: number): { attribute: Attribute | undefined; end: number } | undefined {
  const [head, name] = matchAt(expressionHead, html, from) ?? []
  if (head === undefined) return undefined
  const at = from + head.length
  const end = braceEnd(html, at)
  if (end === undefined) return undefined
  const written = html.slice(at, end)
  const [, , quoted, template] = literal.exec(written) ?? []
  const text = quoted ?? template
  if (name === undefined) return { attribute: undefined, end }
  if (text !== undefined) return { attribute: { name, value: text }, end }
  const json = jsonIn(written.slice(1, -1))
  return { attribute: json === undefined ? undefined : { name: `:${name}`, value: json }, end }
}

function jsonIn(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}

function rawEnd(html: string, { tag, event, end }: Tag): number | undefined {
  // Other site generators write self-closing frames; in HTML all text that follows would be inside of the frame.
  if (event.kind !== 'open' || !rawTags.has(tag) || (tag === 'iframe' && event.isEmpty)) return undefined
  const rest = html.slice(end)
  const close = rest.search(new RegExp(`</${tag}\\s*>`, 'i'))
  return close < 0 ? html.length : end + close + rest.slice(close).indexOf('>') + 1
}
