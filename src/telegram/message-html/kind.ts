import { type EntityKind, MessageHtmlError } from './entity.ts'
import type { StartTag } from './tokens.ts'

const kinds: Readonly<Record<string, EntityKind>> = {
  b: { type: 'bold' },
  strong: { type: 'bold' },
  i: { type: 'italic' },
  em: { type: 'italic' },
  u: { type: 'underline' },
  ins: { type: 'underline' },
  s: { type: 'strikethrough' },
  strike: { type: 'strikethrough' },
  del: { type: 'strikethrough' },
  span: { type: 'spoiler' },
  'tg-spoiler': { type: 'spoiler' },
  code: { type: 'code' },
  pre: { type: 'pre' },
}

/**
 * Returns the entity that a start tag begins.
 * @param text  returns the enclosed text, cut to `most`; called only for a link without an address
 * @returns undefined for a link with an invalid address: its text stays plain
 * @throws MessageHtmlError for an invalid custom emoji
 */
export function kindOf({ name, attributes, end }: StartTag, text: (most: number) => string): EntityKind | undefined {
  if (name === 'blockquote') return { type: attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote' }
  if (name === 'a') {
    const url = checkedLink(attributes.get('href') || enclosedAddress(text))
    return url === undefined ? undefined : { type: 'text_link', url }
  }
  if (name === 'tg-emoji') {
    const id = attributes.get('emoji-id') ?? ''
    if (!/^-?\d{1,19}$/.test(id) || Number(id) === 0) {
      throw new MessageHtmlError('Invalid custom emoji identifier specified', end)
    }
    return { type: 'custom_emoji', custom_emoji_id: id }
  }
  return kinds[name]
}

/** Returns the language of `<code class="language-go">`; undefined for other tags */
export function languageOf({ name, attributes }: StartTag): string | undefined {
  const chosen = name === 'code' ? attributes.get('class') : undefined
  return chosen?.startsWith('language-') && chosen.length > 9 ? chosen.slice(9) : undefined
}

/** Max length of a link's text that is used as its address: nested links enclose the same text again and again. */
const maxOwnAddress = 500

function enclosedAddress(text: (most: number) => string): string {
  const address = text(maxOwnAddress + 1)
  return address.length > maxOwnAddress ? '' : address
}

/** Whether Telegram accepts an address: it needs two slashes, and a host with a literal dot. */
export function isWebAddress(address: string): boolean {
  const host = /^https?:\/\/(?:[^/?#\\@]*@)?([^/?#\\:]+)/i.exec(address)?.[1]
  const labels = host?.replace(/\.$/, '').split('.') ?? []
  const parsed = URL.parse(address)?.hostname
  if (labels.length < 2 || labels.includes('') || !parsed?.includes('.')) return false
  // Short and hexadecimal forms of an IPv4 address, such as `1.2`, are parsed into four numbers.
  return !/^[\d.]+$/.test(parsed) || parsed === host
}

/** Returns a link's address with a scheme, `http` by default. Undefined if it is invalid: a host needs a dot. */
function checkedLink(link: string): string | undefined {
  const trimmed = link.trim()
  const address = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `http://${trimmed}`
  const url = URL.parse(address)
  if (!url) return undefined
  if (url.protocol === 'tg:' || url.protocol === 'ton:') return trimmed
  const isUsual = url.protocol === 'ftp:' ? url.hostname.includes('.') : isWebAddress(address)
  return isUsual ? url.href : undefined
}
