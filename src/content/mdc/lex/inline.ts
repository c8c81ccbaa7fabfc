import { Hooks, type Token, type TokenizerExtensionFunction } from 'marked'
import { readAttributes } from '../attributes.ts'
import type { Footnotes } from './footnotes.ts'
import { readInlineComponent } from './inline-component.ts'
import type { MdcLexer } from './lexer.ts'
import { findClosingBracket } from './source-text.ts'
import { genericToken, type MdcToken } from './tokens.ts'
import { isForeignName, readWrittenTag } from './written-tag.ts'

const names: Record<string, string> = {
  '+1': '👍',
  '-1': '👎',
  100: '💯',
  alarm_clock: '⏰',
  arrow_down: '⬇️',
  arrow_left: '⬅️',
  arrow_right: '➡️',
  arrow_up: '⬆️',
  bangbang: '‼️',
  bar_chart: '📊',
  bell: '🔔',
  blush: '😊',
  book: '📖',
  books: '📚',
  boom: '💥',
  bug: '🐛',
  bulb: '💡',
  calendar: '📆',
  chart_with_downwards_trend: '📉',
  chart_with_upwards_trend: '📈',
  clap: '👏',
  clipboard: '📋',
  cry: '😢',
  dart: '🎯',
  eyes: '👀',
  fire: '🔥',
  gear: '⚙️',
  gift: '🎁',
  globe_with_meridians: '🌐',
  grin: '😁',
  hammer_and_wrench: '🛠️',
  heart: '❤️',
  heavy_check_mark: '✔️',
  hourglass: '⌛',
  hugs: '🤗',
  info: 'ℹ️',
  information_source: 'ℹ️',
  joy: '😂',
  key: '🔑',
  laughing: '😆',
  link: '🔗',
  lock: '🔒',
  mag: '🔍',
  memo: '📝',
  moneybag: '💰',
  money_with_wings: '💸',
  muscle: '💪',
  ok: '🆗',
  ok_hand: '👌',
  package: '📦',
  paperclip: '📎',
  point_down: '👇',
  point_right: '👉',
  pray: '🙏',
  pushpin: '📌',
  question: '❓',
  rocket: '🚀',
  shield: '🛡️',
  smile: '😄',
  smiley: '😃',
  sob: '😭',
  sparkles: '✨',
  star: '⭐',
  stop_sign: '🛑',
  sunglasses: '😎',
  tada: '🎉',
  thinking: '🤔',
  thumbsdown: '👎',
  thumbsup: '👍',
  unlock: '🔓',
  warning: '⚠️',
  wave: '👋',
  wink: '😉',
  white_check_mark: '✅',
  wrench: '🔧',
  x: '❌',
  zap: '⚡',
}

function emojiOf(name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}

type Found = ReturnType<TokenizerExtensionFunction>

const emojiName = /^:([a-z0-9_+-]{1,40}):/
const binding = /^\{\{\s*([$A-Za-z_][\w$.[\]-]*)\s*(?:\|\|\s*([^{}\n]*?)\s*)?\}\}/
const takesAttributes = new Set(['em', 'strong', 'del', 'codespan', 'link', 'image', 'mdcSpan'])

/** Index at which the library marked must end its own text token, because our inline syntax may begin there. */
export function startOfInline(src: string): number {
  return src.search(/\{\{|(?<![^\s[*_(]):(?=[A-Za-z0-9+-])|(?<![^\s[*_(«"'])==(?=[^\s=])/)
}

export function inlineExtension(lexer: MdcLexer, footnotes: Footnotes, src: string, tokens: Token[]): Found {
  lexer.charge(src.length)
  const last = tokens.at(-1)
  switch (src[0]) {
    case ':':
      return mayBegin(last) ? (readComponent(lexer, src) ?? readEmoji(src)) : undefined
    case '=':
      return mayBegin(last) || /[«"']$/.test(last?.raw ?? '') ? readMark(lexer, src) : undefined
    case '{':
      return readBinding(src) ?? (last && takesAttributes.has(last.type) ? readAttributesToken(src) : undefined)
    case '<':
      return readJsx(src)
    case '[':
      return readFootnoteReference(footnotes, src) ?? readSpan(lexer, src, last)
    default:
      return undefined
  }
}

/** Whether an inline component may begin after a token: a colon inside a word begins none. */
function mayBegin(last: Token | undefined): boolean {
  return !last?.raw || /[\s[*_(]$/.test(last.raw.slice(-1))
}

function readComponent(lexer: MdcLexer, src: string): Found {
  const component = readInlineComponent(src)
  if (!component) return undefined
  const { name, text, attributes, length } = component
  // Component names contain dashes, not underscores, so `:strict_variables` in a sentence is a word.
  if (length === name.length + 1 && name.includes('_')) return undefined
  return found({ type: 'mdcInline', raw: src.slice(0, length), name, attributes, tokens: lexer.inlineTokens(text) })
}

function readEmoji(src: string): Found {
  const [raw, name] = emojiName.exec(src) ?? []
  const emoji = name && emojiOf(name)
  return raw && emoji ? { type: 'text', raw, text: emoji } : undefined
}

/** Max distance at which the end of a `==mark==` is searched, characters. */
const maxMarkLength = 1000
const mark = /^==((?=[^\s=])(?:[^=]|=(?!=))*[^\s=])==(?![=\p{L}\p{N}])/u

function readMark(lexer: MdcLexer, src: string): Found {
  const [raw, text] = mark.exec(src.slice(0, maxMarkLength)) ?? []
  return raw && text ? found({ type: 'mdcMark', raw, tokens: lexer.inlineTokens(text) }) : undefined
}

/** Reads a JSX tag whose attributes are expressions, which is not a valid HTML tag. */
function readJsx(src: string): Found {
  const [head = ''] = /^<[A-Za-z][^>]{0,200}/.exec(src) ?? []
  const tag = head.includes('{') ? readWrittenTag(src, 0) : undefined
  if (!tag || !isForeignName(tag.name)) return undefined
  const raw = src.slice(0, tag.end)
  return { type: 'html', raw, block: false, text: raw } satisfies Token
}

/** Reads a binding, `{{ path }}` or `{{ path || 'fallback' }}`. */
function readBinding(src: string): Found {
  const [raw, value, fallback] = binding.exec(src) ?? []
  if (raw === undefined || value === undefined) return undefined
  const quoted = fallback === undefined ? undefined : fallback.replace(/^(['"`])(.*)\1$/s, '$2')
  return found({ type: 'mdcBinding', raw, value, ...(quoted === undefined ? {} : { fallback: quoted }) })
}

function readAttributesToken(src: string): Found {
  const attributes = readAttributes(src, 0)
  return attributes && found({ type: 'mdcAttributes', raw: src.slice(0, attributes.end), ...attributes })
}

function readFootnoteReference(footnotes: Footnotes, src: string): Found {
  const [raw, label] = /^\[\^([^\]\s]{1,100})\]/.exec(src) ?? []
  if (raw === undefined || label === undefined || !footnotes.has(label)) return undefined
  return found({ type: 'mdcFootnoteReference', raw, label })
}

/** Reads a span, `[text]` that is not a link, image, task box or `[[text]]`. */
function readSpan(lexer: MdcLexer, src: string, last: Token | undefined): Found {
  if (/^\[(?: \]|\[|\]|\^)/.test(src) || /[![]$/.test(last?.raw ?? '')) return undefined
  const close = findClosingBracket(src, 0)
  if (close === undefined || src[close + 1] === '(' || src[close + 1] === ']') return undefined
  const text = src.slice(1, close)
  if (isLinkLabel(lexer, text) || isLinkLabel(lexer, /^\[([^[\]]*)\]/.exec(src.slice(close + 1))?.[1])) return undefined
  return found({ type: 'mdcSpan', raw: src.slice(0, close + 1), tokens: lexer.inlineTokens(text) })
}

function isLinkLabel(lexer: MdcLexer, text: string | undefined): boolean {
  return text !== undefined && lexer.tokens.links[labelKey(text)] !== undefined
}

/** Normalizes the label of a link in the same way as marked does for definitions. */
function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase()
}

function found(token: MdcToken): Found {
  return genericToken(token)
}

/**
 * Hooks of marked that mask attributes while it looks for emphasis, so that `*` and `_` in attributes close no
 * emphasis.
 */
export class BraceHooks extends Hooks {
  override emStrongMask(src: string): string {
    return src.replace(/\{[^{}\n]*\}/g, (braces) => '+'.repeat(braces.length))
  }
}

/** Hooks of marked that mask formulas in addition to attributes. */
export class FormulaHooks extends BraceHooks {
  override emStrongMask(src: string): string {
    return super.emStrongMask(src).replace(/\$[^$\n]+\$/g, (formula) => '+'.repeat(formula.length))
  }
}
