import { partHeader } from '../../ui/document/page-part.ts'
import { pathOf, reachOf } from './addresses.ts'
import { type Answer, createKeptPages, type Wish } from './kept-pages.ts'

const pages = createKeptPages(fetchPage, () => performance.now())

/** For whoever points at its link or presses it. Nothing of what is for one person is kept. */
export function takePage(url: URL): Promise<Answer> {
  const address = addressOf(url)
  return isPersonal() ? fetchAnew(address) : pages.take(address, reachOf(url) === 'part')
}

export const isPersonal = () => document.documentElement.dataset.viewer !== undefined

/** For whoever might press its link: parts alone, what else there is would change the reader's language. */
export const keepPage = (url: URL): Promise<Answer> => pages.keep(addressOf(url))

export const forgetPages = pages.forget

async function fetchAnew(address: string): Promise<Answer> {
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

const addressOf = (url: URL) => url.origin + pathOf(url) + url.search
