/**
 * Returns a path of this site, rebuilt from the given one. Rejects paths that could be read as another site, a scheme
 * or a second header.
 */
export function safeNext(next: string | undefined, siteUrl: string): string | undefined {
  if (!next || next.length > 2000 || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined
  const { pathname, search } = new URL(next, siteUrl)
  return pathname.startsWith('//') ? undefined : pathname + search
}
