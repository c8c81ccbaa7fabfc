import { partHeader } from '../../ui/document/page-part.ts'
import { pathOf, reachOf } from './addresses.ts'
import { type Answer, createKeptPages, type Wish } from './kept-pages.ts'

const pages = createKeptPages(fetchPage, () => performance.now())

let findPointed: ((address: string) => Promise<Answer> | undefined) | undefined

/** Sets where `takePage` looks for a personal page that was fetched early. */
export const takeFrom = (find: typeof findPointed) => {
  findPointed = find
}

/** For whoever presses its link. Nothing of what is for one person is kept. */
export function takePage(url: URL): Promise<Answer> {
  const address = addressOf(url)
  if (!isPersonal()) return pages.take(address, reachOf(url) === 'part')
  return findPointed?.(address) ?? fetchAnew(address)
}

export const isPersonal = () => document.documentElement.dataset.viewer !== undefined

/** For whoever might press its link. Where the page is loaded then, the browser keeps it, and asks whether it is still this. */
export function keepPage(url: URL): Promise<unknown> {
  const reach = 'navigation' in window && reachOf(url)
  if (reach) return pages.keep(addressOf(url), reach === 'part')
  return fetch(url, { priority: 'low', redirect: 'manual' })
    .then((response) => response.text())
    .catch(() => {})
}

export const forgetPages = pages.forget

export async function fetchAnew(address: string): Promise<Answer> {
  const answer = await fetchPage({ address, isPart: false, priority: 'high', tag: null })
  return answer === 'same' ? undefined : answer
}

async function fetchPage({ address, isPart, priority, tag }: Wish): Promise<Answer | 'same'> {
  const headers = { ...(isPart && { [partHeader]: '' }), ...(tag !== null && { 'if-none-match': tag }) }
  try {
    // The browser's own cache has whole pages, for those who come back to one.
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
