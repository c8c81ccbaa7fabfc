import { partHeader } from '../../ui/document/page-part.ts'
import { pathOf, reachOf } from './addresses.ts'

interface Page {
  /** Final address after redirects, without a hash */
  address: string
  html: string
  /** ETag of the response, by which the server knows whether the page has changed; null if it sent none */
  tag: string | null
}

/** A fetched page. Undefined if only the browser itself can open the address, such as an error or another site. */
export type Answer = Page | undefined

export interface PageQuery {
  address: string
  /** Whether only the content is requested, without the frame around it, which the browser already has */
  isPart: boolean
  priority: RequestPriority
  /** ETag of the previous response */
  tag: string | null
}

/** Function that fetches a page; it resolves to `same` if the ETag of the query is still valid. */
export type FetchPage = (wish: PageQuery) => Promise<Answer | 'same'>

interface StoredPage {
  response: Promise<Answer>
  page: Answer
  answeredAt: number
}

/** Limits of the store: max number of pages, and max total size of their HTML in characters */
const most = { pages: 64, size: 4_000_000 }
/** Time for which a fetched page counts as current, ms; it is short, so that an edited page is shown within a second */
export const freshMs = 1000

/** Creates a store of fetched pages. When it is full, the least recently used page is evicted. */
export function createPageStore(fetchPage: FetchPage, now: () => number) {
  const kept = new Map<string, StoredPage>()

  const ask = (key: string, wish: PageQuery) => {
    const before = kept.get(key)?.page
    const settle = async () => {
      const answer = await fetchPage({ ...wish, tag: before?.tag ?? null })
      return answer === 'same' ? before : answer
    }
    const entry: StoredPage = { response: settle(), page: undefined, answeredAt: Number.POSITIVE_INFINITY }
    kept.delete(key)
    kept.set(key, entry)
    entry.response.then((answer) => {
      entry.page = answer
      entry.answeredAt = now()
      // A failed request is not cached, because it may succeed the next time.
      if (!answer && kept.get(key) === entry) kept.delete(key)
      removeOldest(kept)
    })
    return entry.response
  }

  return {
    /**
     * Returns the current version of a page: from a response not older than `freshMs`, a pending request, or a new
     * request.
     */
    take(address: string, isPart: boolean): Promise<Answer> {
      const key = keyOf(address, isPart)
      const known = kept.get(key)
      // A request for a whole page also sets the reader's language on the server, so it is sent each time.
      if (known && now() - known.answeredAt < (isPart ? freshMs : 0)) return known.response
      return ask(key, { address, isPart, priority: 'high', tag: null })
    },
    /** Prefetches a page for later use. A stored page, whatever its age, is revalidated before it is shown. */
    keep(address: string, isPart: boolean): Promise<Answer> {
      const key = keyOf(address, isPart)
      return kept.get(key)?.response ?? ask(key, { address, isPart, priority: 'low', tag: null })
    },
    /**
     * Clears the store. Called when the build or the signed-in user has changed: no page cached before may be shown.
     */
    forget: () => kept.clear(),
    size: () => kept.size,
  }
}

const keyOf = (address: string, isPart: boolean) => `${isPart ? 'part' : 'whole'} ${address}`

function removeOldest(kept: Map<string, StoredPage>): void {
  let size = [...kept.values()].reduce((sum, { page }) => sum + (page?.html.length ?? 0), 0)
  for (const [key, { page }] of kept) {
    if (kept.size <= most.pages && size <= most.size) return
    kept.delete(key)
    size -= page?.html.length ?? 0
  }
}

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
