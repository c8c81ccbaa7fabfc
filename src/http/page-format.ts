import { partHeader } from '../ui/document/page-part.ts'

/**
 * Returns whether a request is a navigation within the site, which needs only the parts that differ from the current
 * page.
 */
export function wantsPart({ headers }: Request): boolean {
  return headers.has(partHeader)
}

/** Returns whether a script of a page sent the request and reads its outcome as JSON instead of a page. */
export function wantsJson({ headers }: Request): boolean {
  return headers.get('accept') === 'application/json'
}

/**
 * Returns whether the client prefers Markdown to HTML. Browsers and clients that accept anything get HTML; if both
 * types have the same quality, the type named explicitly or first counts.
 */
export function wantsMarkdown({ headers }: Request): boolean {
  const accept = headers.get('accept')
  // Fast path: most requests do not mention Markdown.
  if (!accept || !/markdown/i.test(accept)) return false
  const ranges = accept.split(',').map(rangeOf)
  const markdown = ranges.findIndex(({ type }) => type === 'text/markdown')
  const wanted = ranges[markdown]
  if (!wanted || wanted.quality === 0) return false
  const html = ranges.findIndex(({ type }) => type === 'text/html')
  const page = ranges[html] ?? ranges.find(({ type }) => type === 'text/*') ?? ranges.find(({ type }) => type === '*/*')
  if (!page || wanted.quality !== page.quality) return wanted.quality > (page?.quality ?? 0)
  return html < 0 || markdown < html
}

function rangeOf(entry: string): { type: string; quality: number } {
  const [type = '', ...parameters] = entry.toLowerCase().split(';')
  const written = parameters.map((parameter) => /^\s*q\s*=(.*)$/.exec(parameter)?.[1]).find(Boolean)
  const quality = written === undefined ? 1 : Number(written)
  return { type: type.trim(), quality: Number.isFinite(quality) ? quality : 0 }
}
