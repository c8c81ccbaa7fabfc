/**
 * Where to go after signing in: a path of this site, written anew, or nothing. Everything a browser could read as
 * another site, another scheme or a second header is nothing.
 */
export function safeNext(next: string | undefined, siteUrl: string): string | undefined {
  if (!next || next.length > 2000 || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined
  const url = URL.parse(next, siteUrl)
  if (!url || url.origin !== new URL(siteUrl).origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search
}
