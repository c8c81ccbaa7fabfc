/** A page's address as the site writes it in some places with a slash at its end, in others without. */
export function pathOf({ pathname }: Pick<URL, 'pathname'>): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

/** What has to be replaced to come there: a part of the document, or the whole of it; undefined where it has to be loaded. */
export function reachOf(url: URL): 'part' | 'whole' | undefined {
  return isAmong(url, 'reading') ? 'part' : isAmong(url, 'pages') ? 'whole' : undefined
}

/** Whether a page is the same for everyone, in the language of this one: it may come before anybody asks for it. */
export const isForAll = (url: URL): boolean => isAmong(url, 'forAll')

export function isHere(url: URL): boolean {
  return pathOf(url) === pathOf(location) && url.search === location.search
}

/** The page to which a link leads when it is simply pressed; nothing where that is the browser's business. */
export function pageBehind(target: EventTarget | null): URL | undefined {
  const url = addressBehind(target)
  return url && reachOf(url) ? url : undefined
}

/** The same for pages that have to be loaded, and other sites */
export function addressBehind(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target !== '' && link.target !== '_self')) return undefined
  if (link.hasAttribute('download') || link.relList.contains('external') || link.dataset.wholePage !== undefined)
    return undefined
  return URL.parse(link.href) ?? undefined
}

/** @param name  of what the document says in such words: `/ /docs* !/docs/old`: one page, one with all below it, and what is none of them */
function isAmong(url: URL, name: 'reading' | 'pages' | 'forAll'): boolean {
  const path = pathOf(url)
  const isOf = (root: string) => {
    if (!root.endsWith('*')) return path === root
    const base = root.slice(0, -1)
    // Feeds and texts stand below the same addresses as pages.
    return path === base || (path.startsWith(`${base}/`) && !/\.[a-z]+$/.test(path))
  }
  const all = (document.documentElement.dataset[name] ?? '').split(' ')
  return (
    url.origin === location.origin && all.some(isOf) && !all.some((root) => root.startsWith('!') && isOf(root.slice(1)))
  )
}
