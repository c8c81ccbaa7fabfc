/** A page's address as the site writes it in some places with a slash at its end, in others without. */
export function pathOf({ pathname }: URL): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

/** Whether the address is one of the pages that have everything around their contents in common with this one. */
export function isReadingPage(url: URL): boolean {
  const roots = document.documentElement.dataset.reading?.split(' ')
  if (!roots || url.origin !== location.origin) return false
  const path = pathOf(url)
  const [home, ...others] = roots
  // Feeds and texts stand below the same addresses as pages.
  return path === home || (!isFile(path) && others.some((root) => path === root || path.startsWith(`${root}/`)))
}

export function isHere(url: URL): boolean {
  return pathOf(url) === pathOf(new URL(location.href)) && url.search === location.search
}

/** The page to which a link leads when it is simply pressed; nothing where that is the browser's business. */
export function pageBehind(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target !== '' && link.target !== '_self')) return undefined
  if (link.hasAttribute('download') || link.relList.contains('external') || link.dataset.wholePage !== undefined)
    return undefined
  const url = URL.parse(link.href)
  return url && isReadingPage(url) ? url : undefined
}

function isFile(path: string): boolean {
  return /\.[a-z]+$/.test(path)
}
