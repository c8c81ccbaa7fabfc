const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'tg:']
const imageData = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

/** Returns the address of a link; undefined if it is unsafe. Relative addresses and anchors are allowed. */
export function safeHref(value: unknown): string | undefined {
  const url = cleaned(value)
  if (url === undefined) return undefined
  const scheme = schemeOf(url)
  return !scheme || linkSchemes.includes(scheme) ? url : undefined
}

export function safeImageSource(value: unknown): string | undefined {
  const url = cleaned(value)
  if (!url) return undefined
  const scheme = schemeOf(url)
  return !scheme || scheme === 'http:' || scheme === 'https:' || imageData.test(url) ? url : undefined
}

export function isExternal(url: string): boolean {
  return /^(https?:|[\\/]{2})/i.test(url)
}

/** Normalizes an address like browsers, which drop control characters and outer spaces before the scheme. */
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
