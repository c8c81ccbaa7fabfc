import { partHeader } from '../../ui/document/page-part.ts'
import { pathOf, reachOf } from './addresses.ts'
import { type Answer, createPageStore, type PageQuery } from './page-store.ts'

const pages = createPageStore(fetchPage, () => performance.now())

let findPointed: ((address: string) => Promise<Answer> | undefined) | undefined

/** Sets the function that finds a personal page that was fetched before its link was pressed. */
export const takeFrom = (find: typeof findPointed) => {
  findPointed = find
}

/**
 * Gets the page of a pressed link. Personal pages come from the early fetch or a new request, never from the page
 * store.
 */
export function getPage(url: URL): Promise<Answer> {
  const address = addressOf(url)
  if (!isPersonal()) return pages.take(address, reachOf(url) === 'part')
  return findPointed?.(address) ?? fetchFresh(address)
}

export const isPersonal = () => document.documentElement.dataset.viewer !== undefined

/**
 * Prefetches the page of a link that may be pressed. If the page needs a full page load, the browser caches and
 * revalidates it.
 */
export function prefetchPage(url: URL): Promise<unknown> {
  const reach = 'navigation' in window && reachOf(url)
  if (reach) return pages.keep(addressOf(url), reach === 'part')
  return fetch(url, { priority: 'low', redirect: 'manual' })
    .then((response) => response.text())
    .catch(() => {})
}

export const forgetPages = pages.forget

export async function fetchFresh(address: string): Promise<Answer> {
  const answer = await fetchPage({ address, isPart: false, priority: 'high', tag: null })
  return answer === 'same' ? undefined : answer
}

async function fetchPage({ address, isPart, priority, tag }: PageQuery): Promise<Answer | 'same'> {
  const headers = { ...(isPart && { [partHeader]: '' }), ...(tag !== null && { 'if-none-match': tag }) }
  try {
    // `no-store`, because the browser's own cache must hold only whole pages, to which the reader may go back.
    const response = await fetch(address, { headers, cache: 'no-store', priority })
    if (response.status === 304) return 'same'
    const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html')
    if (!isPage) return undefined
    return { address: response.url, html: await response.text(), tag: response.headers.get('etag') }
  } catch {
    return undefined
  }
}

export const addressOf = (url: URL) => url.origin + pathOf(url) + url.search
