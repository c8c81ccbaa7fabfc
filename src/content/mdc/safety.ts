/**
 * Elements that run code, load documents, change how the page is read, or whose content is not HTML. A component may
 * not take their name either: what reads the tree might draw it as the element.
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

/** Properties that take HTML or code, besides everything that begins with `on`. */
const codeProps = new Set('srcdoc formaction innerhtml outerhtml textcontent dangerouslysetinnerhtml is'.split(' '))

/** Properties that hold an address; in them only known schemes pass. */
const addressProps = new Set(
  'href src to url action poster cite background longdesc ping data srcset xlinkhref codebase manifest'.split(' '),
)

/** Properties that are read, never followed: they may say `javascript:`. */
const textProps = new Set('title alt label description name value placeholder arialabel content summary'.split(' '))

const openSchemes = new Set(
  (
    'http https mailto tel sms ftp ftps sftp xmpp irc ircs matrix geo magnet tg ton bitcoin ethereum git ssh vscode ' +
    'obsidian webcal news sip sips whatsapp'
  ).split(' '),
)

/** Values nested deeper are not looked into, and not kept. */
const maxValueDepth = 32

/** Whether a property may be kept. `value` is its text; bound properties are JSON and are looked into. */
export function isSafeProp(name: string, value: string): boolean {
  const plain = name.replace(/^:/, '').replaceAll('-', '').replaceAll(':', '').toLowerCase()
  if (/^(on|v-|@)/.test(name.replace(/^:/, '')) || codeProps.has(plain)) return false
  if (plain === 'style') return !/[\\@]|url\s*\(|expression|javascript|behaviou?r|-moz-binding/i.test(value)
  if (name.startsWith(':')) return isSafeBound(plain, value)
  return isSafeText(plain, value)
}

/** Whether following an address can only open a document, never run code. */
export function isSafeAddress(address: string): boolean {
  const scheme = schemeOf(address)
  if (scheme === undefined || openSchemes.has(scheme)) return true
  return /^data:image\/(png|jpe?g|gif|webp|avif|bmp|x-icon);base64,/i.test(address)
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
    // A path such as `$doc.title`: nothing to look into.
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

/** The scheme as a browser sees it: control characters, spaces and invisible characters do not count. */
function schemeOf(address: string): string | undefined {
  // A scheme is short; the head is enough, however long the address.
  const head = address.slice(0, 256).replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '')
  return /^([a-z][a-z0-9+.-]*):/i.exec(head)?.[1]?.toLowerCase()
}
