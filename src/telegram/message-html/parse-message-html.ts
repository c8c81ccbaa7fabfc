import { atByte, type Entity, MessageHtmlError } from './entity.ts'
import { kindOf, languageOf } from './kind.ts'
import { readEndTag, readReference, readStartTag, type StartTag } from './tokens.ts'

export type ParsedMessage =
  | { status: 'parsed'; text: string; entities: Entity[] }
  /** The HTML is invalid; `message` is Telegram's answer without "Bad Request: can't parse entities: " */
  | { status: 'invalid'; message: string; index: number }

type Draft = Entity & { language?: string }

interface Open {
  tag: StartTag
  /** Offset of the tag's content in the plain text */
  offset: number
}

/**
 * Parses a text with `parse_mode` HTML like Telegram: returns the plain text, whose limits count UTF-16 code units, and
 * its entities. Tags, attributes and errors are those of `parse_html` in tdlib/td, MessageEntity.cpp.
 */
export function parseMessageHtml(source: string): ParsedMessage {
  try {
    return { status: 'parsed', ...parse(source) }
  } catch (error) {
    if (!(error instanceof MessageHtmlError)) throw error
    return { status: 'invalid', message: error.message, index: error.index }
  }
}

function parse(source: string): { text: string; entities: Entity[] } {
  const open: Open[] = []
  const drafts: Draft[] = []
  let text = ''
  for (let index = 0; index < source.length; ) {
    if (source[index] === '<') {
      if (source[index + 1] !== '/') {
        const tag = readStartTag(source, index)
        checkSpan(tag, source, index)
        open.push({ tag, offset: text.length })
        index = tag.end
        continue
      }
      const { opened, end } = close(source, index, open)
      if (text.length > opened.offset) add(drafts, opened, text)
      index = end
      continue
    }
    const reference = source[index] === '&' ? readReference(source, index) : undefined
    text += reference?.text ?? source[index]
    index = reference?.end ?? index + 1
  }
  const last = open.at(-1)
  if (last)
    throw new MessageHtmlError(`Can't find end tag corresponding to start tag "${last.tag.name}"`, source.length)
  if (!text.isWellFormed()) {
    const message =
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units'
    throw new MessageHtmlError(message, source.length)
  }
  const entities = drafts.map(finished).sort((a, b) => a.offset - b.offset || b.length - a.length)
  return { text, entities }
}

function close(source: string, begin: number, open: Open[]): { opened: Open; end: number } {
  const opened = open.at(-1)
  if (!opened) throw new MessageHtmlError(`Unexpected end tag ${atByte(source, begin)}`, begin)
  const { name, end } = readEndTag(source, begin)
  const expected = opened.tag.name
  if (name !== '' && name !== expected) {
    const message = `Unmatched end tag ${atByte(source, begin)}, expected "</${expected}>", found "</${name}>"`
    throw new MessageHtmlError(message, begin)
  }
  open.pop()
  return { opened, end }
}

function checkSpan({ name, attributes }: StartTag, source: string, begin: number): void {
  if (name !== 'span' || attributes.get('class') === 'tg-spoiler') return
  throw new MessageHtmlError(`Tag "span" must have class "tg-spoiler" ${atByte(source, begin)}`, begin)
}

/** Adds an entity. Merges `pre` and a `code` with a language around the same text into one block of that language. */
function add(drafts: Draft[], { tag, offset }: Open, text: string): void {
  const length = text.length - offset
  const inner = drafts.at(-1)
  const isSame = inner !== undefined && inner.offset === offset && inner.length === length
  const language = languageOf(tag)
  if (isSame && tag.name === 'pre' && inner.type === 'code' && inner.language !== undefined)
    drafts.splice(-1, 1, { type: 'pre', offset, length, language: inner.language })
  else if (isSame && language !== undefined && inner.type === 'pre') inner.language = language
  else {
    const kind = kindOf(tag, (most) => text.slice(offset, offset + most))
    if (kind) drafts.push({ ...kind, offset, length, ...(language !== undefined && { language }) })
  }
}

/** Removes the language of a `code` entity that is not inside a `pre`. */
function finished({ language, ...draft }: Draft): Entity {
  const entity = draft as Entity
  return entity.type === 'pre' && language !== undefined ? { ...entity, language } : entity
}
