/** Path of a URL without a slash at its end, because the site may write addresses with or without one. */
export function pathOf({ pathname }: Pick<URL, 'pathname'>): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

/**
 * Part of the document that has to be swapped to show a page: only the `part`, or the `whole` document. Undefined if
 * the page needs a full page load.
 */
export function reachOf(url: URL): 'part' | 'whole' | undefined {
  return isAmong(url, 'reading') ? 'part' : isAmong(url, 'pages') ? 'whole' : undefined
}

/** Whether a page is the same for all users and in the language of the current page, so that it may be prefetched. */
export const isForAll = (url: URL): boolean => isAmong(url, 'forAll')

export function isHere(url: URL): boolean {
  return pathOf(url) === pathOf(location) && url.search === location.search
}

/** URL of the page to which a plain click on a link leads; undefined if the browser has to handle the click. */
export function pageBehind(target: EventTarget | null): URL | undefined {
  const url = addressBehind(target)
  return url && reachOf(url) ? url : undefined
}

/** URL to which a plain click on a link leads, including other sites and pages that need a full page load */
export function addressBehind(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target !== '' && link.target !== '_self')) return undefined
  if (link.hasAttribute('download') || link.relList.contains('external') || link.dataset.wholePage !== undefined)
    return undefined
  return URL.parse(link.href) ?? undefined
}

/**
 * Whether the URL matches a list of paths. @param name  data attribute of `<html>` with a list such as `/ /docs*
 * !/docs/old`: one page, one page with all below it, and an exception
 */
function isAmong(url: URL, name: 'reading' | 'pages' | 'forAll'): boolean {
  const path = pathOf(url)
  const isOf = (root: string) => {
    if (!root.endsWith('*')) return path === root
    const base = root.slice(0, -1)
    // Paths with a file extension are excluded: feeds and Markdown texts have addresses below those of pages.
    return path === base || (path.startsWith(`${base}/`) && !/\.[a-z]+$/.test(path))
  }
  const all = (document.documentElement.dataset[name] ?? '').split(' ')
  return (
    url.origin === location.origin && all.some(isOf) && !all.some((root) => root.startsWith('!') && isOf(root.slice(1)))
  )
}
