import { partHeader } from '../../ui/document/page-part.ts'
import { pathOf } from './addresses.ts'

export interface Page {
  /** Where it was found in the end, without a hash */
  address: string
  html: string
}

/** Undefined where only the browser itself can go there: no page, an error, another site. */
type Answer = Page | undefined

interface Kept {
  asked: Promise<Answer>
  askedAt: number
  /** Characters; 0 until it is there */
  size: number
}

/** Pages, and characters of all of them */
const most = { pages: 64, size: 4_000_000 }
/** ms after which a page is asked for again */
const freshMs = 60_000

const kept = new Map<string, Kept>()

/** From memory, from an answer that is on its way, or asked for now. */
export function takePage(url: URL): Promise<Answer> {
  const key = keyOf(url)
  const known = kept.get(key)
  if (known && Date.now() - known.askedAt < freshMs) return known.asked
  return ask(key, 'high')
}

/** @returns whether it was not there before */
export function keepPage(url: URL, priority: RequestPriority): Promise<Answer> {
  const key = keyOf(url)
  return kept.get(key)?.asked ?? ask(key, priority)
}

/** Another build, or somebody else who is signed in: nothing of before is shown. */
export function forgetPages(): void {
  kept.clear()
}

function ask(key: string, priority: RequestPriority): Promise<Answer> {
  const entry: Kept = { asked: fetchPage(key, priority), askedAt: Date.now(), size: 0 }
  kept.delete(key)
  kept.set(key, entry)
  entry.asked.then((answer) => {
    entry.size = answer?.html.length ?? 0
    // What could not be had may be there the next time.
    if (!answer && kept.get(key) === entry) kept.delete(key)
    removeOldest()
  })
  return entry.asked
}

async function fetchPage(address: string, priority: RequestPriority): Promise<Answer> {
  try {
    // The browser's own cache has whole pages, for those who come back to one.
    const response = await fetch(address, { headers: { [partHeader]: '' }, cache: 'no-store', priority })
    const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html')
    return isPage ? { address: response.url, html: await response.text() } : undefined
  } catch {
    return undefined
  }
}

function removeOldest(): void {
  let size = [...kept.values()].reduce((sum, entry) => sum + entry.size, 0)
  for (const [key, entry] of kept) {
    if (kept.size <= most.pages && size <= most.size) return
    kept.delete(key)
    size -= entry.size
  }
}

const keyOf = (url: URL) => url.origin + pathOf(url) + url.search
