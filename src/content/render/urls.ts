const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'tg:']
const imageData = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

/** An address a reader may be sent to, or undefined. Relative addresses and anchors are fine. */
export function safeHref(value: unknown): string | undefined {
  const url = cleaned(value)
  if (url === undefined) return undefined
  const scheme = schemeOf(url)
  return !scheme || linkSchemes.includes(scheme) ? url : undefined
}

/** An address an image may be loaded from, or undefined. */
export function safeImageSource(value: unknown): string | undefined {
  const url = cleaned(value)
  if (!url) return undefined
  const scheme = schemeOf(url)
  return !scheme || scheme === 'http:' || scheme === 'https:' || imageData.test(url) ? url : undefined
}

/** Whether a link leaves the site. */
export function isExternal(url: string): boolean {
  return /^(https?:|[\\/]{2})/i.test(url)
}

/** What a browser would make of it: it drops control characters and outer spaces before it looks for a scheme. */
function cleaned(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return [...value]
    .filter((character) => character > '\u001f')
    .join('')
    .trim()
}

function schemeOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase()
}
