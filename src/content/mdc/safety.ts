/**
 * Names of elements that run code, load documents, change the parsing or contain no HTML. Components may not use these
 * names either.
 */
const forbiddenTags = new Set(
  (
    'applet base body embed fencedframe form frame frameset head html iframe link math meta noembed noframes noscript ' +
    'object param plaintext portal script style svg template textarea title xmp'
  ).split(' '),
)

export function isForbiddenTag(tag: string): boolean {
  return forbiddenTags.has(tag)
}

/** Names of properties that run code, besides all names that begin with `on` */
const codeProps = new Set('srcdoc formaction innerhtml outerhtml textcontent dangerouslysetinnerhtml is'.split(' '))

const addressProps = new Set(
  'href src to url action poster cite background longdesc ping data srcset xlinkhref codebase manifest'.split(' '),
)

/** Names of properties that are plain text and never followed as links, so they may contain `javascript:`. */
const textProps = new Set('title alt label description name value placeholder arialabel content summary'.split(' '))

const openSchemes = new Set(
  (
    'http https mailto tel sms ftp ftps sftp xmpp irc ircs matrix geo magnet tg ton bitcoin ethereum git ssh vscode ' +
    'obsidian webcal news sip sips whatsapp'
  ).split(' '),
)

const maxValueDepth = 32

/** Whether a property can never run code. `value` is text, or JSON for bound properties. */
export function isSafeProp(name: string, value: string): boolean {
  const plain = plainName(name)
  if (/^(on|v-|@)/.test(name.replace(/^:/, '')) || codeProps.has(plain)) return false
  if (plain === 'style') return !/[\\@]|url\s*\(|expression|javascript|behaviou?r|-moz-binding/i.test(value)
  if (name.startsWith(':')) return isSafeBound(plain, value)
  return isSafeText(plain, value)
}

/** Whether following an address can never run code. */
export function isSafeAddress(address: string): boolean {
  const scheme = schemeOf(address)
  if (scheme === undefined || openSchemes.has(scheme)) return true
  return /^data:image\/(png|jpe?g|gif|webp|avif|bmp|x-icon);base64,/i.test(address)
}

/** Returns the host, with port, of a page on another site that could be embedded; undefined for any other address. */
export function hostOf(address: string): string | undefined {
  // An address without a scheme uses that of the page, and public pages use HTTPS.
  const url = URL.parse(address.trim(), 'https://site.invalid')
  const isElsewhere = url?.protocol === 'https:' && url.host !== 'site.invalid'
  return isElsewhere && !url.username && !url.password ? url.host : undefined
}

/** Returns the reason why an unsafe address is refused. */
export function refusalOf(address: string): string {
  return runsCode(address) ? 'it could run code' : `links with "${schemeOf(address) ?? ''}:" are not allowed`
}

/** Returns the reason why an unsafe property is left out. @param value  as for `isSafeProp` */
export function propRefusal(name: string, value: string): string {
  const plain = plainName(name)
  if (/^:?v-/i.test(name)) return 'directives of other programs are not run'
  // The value of a bound property is JSON, so a text is in quotes.
  const text = name.startsWith(':') ? value.trim().replace(/^"(.*)"$/s, '$1') : value
  return addressProps.has(plain) && schemeOf(text) !== undefined ? refusalOf(text) : 'it could run code'
}

function plainName(name: string): string {
  return name.replace(/^:/, '').replaceAll('-', '').replaceAll(':', '').toLowerCase()
}

function isSafeText(plainName: string, value: string): boolean {
  if (plainName === 'srcset') return value.split(',').every((candidate) => isSafeAddress(candidate))
  if (addressProps.has(plainName)) return isSafeAddress(value)
  return textProps.has(plainName) || !runsCode(value)
}

function isSafeBound(plainName: string, json: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return isSafeText(plainName, json)
  }
  return isSafeValue(plainName, value, maxValueDepth)
}

function isSafeValue(plainName: string, value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isSafeText(plainName, value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isSafeValue(plainName, item, depth - 1))
  return Object.entries(value).every(([key, item]) => {
    const plain = key.replaceAll('-', '').toLowerCase()
    return !codeProps.has(plain) && isSafeValue(plain, item, depth - 1)
  })
}

function runsCode(value: string): boolean {
  const scheme = schemeOf(value)
  return scheme !== undefined && /^(javascript|vbscript|livescript|data|blob|filesystem|file|view-source)$/.test(scheme)
}

/** Returns the scheme of an address as browsers parse it: they ignore control, space and invisible characters. */
function schemeOf(address: string): string | undefined {
  const head = address.slice(0, 256).replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '')
  return /^([a-z][a-z0-9+.-]*):/i.exec(head)?.[1]?.toLowerCase()
}
