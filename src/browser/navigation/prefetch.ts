import { addressBehind, isForAll, isHere, reachOf } from './addresses.ts'
import { pageEvent } from './navigation.ts'
import { getPage, prefetchPage } from './page-store.ts'

/** Time for which a link has to be visible before its page is prefetched, ms */
export const visibleMs = 1000
/** Max number of concurrent prefetches of visible links; prefetches of pointed links are not limited */
export const maxAtOnce = 2

export const pointingEvents = ['pointerover', 'focusin', 'touchstart', 'pointerdown'] as const

/**
 * Prefetches the pages of links: at once when the user points at a link, otherwise once the link has been visible for
 * `visibleMs`.
 */
export function prefetchPages(): void {
  for (const type of pointingEvents) document.addEventListener(type, followPointing, { passive: true })
  document.addEventListener('visibilitychange', fetchNext)
  document.addEventListener(pageEvent, watchLinks)
  // Observe links of search results too, once htmx has swapped them in.
  document.addEventListener('htmx:after:swap', observeLinks)
  watchLinks()
}

function followPointing({ target }: Event): void {
  const url = pageForAll(target)
  if (!url || savesData()) return
  // Without the Navigation API, every page is fully loaded, so parts are not prefetched.
  if ('navigation' in window && reachOf(url) === 'part') return void getPage(url)
  // Each element within a link fires its own pointer event, so an address is prefetched only once.
  if (!seen.has(url.pathname)) void prefetchPage(url)
  seen.add(url.pathname)
}

/**
 * Page behind a link, if it may be prefetched; undefined for the current page. Whole pages in the other language are
 * excluded: a request for them would set the reader's language.
 */
function pageForAll(target: EventTarget | null): URL | undefined {
  const url = addressBehind(target)
  return url && !isHere(url) && (reachOf(url) === 'part' || isForAll(url)) ? url : undefined
}

/** Addresses that were prefetched, each only once, however many links lead to it */
const seen = createSeen()
const queue: URL[] = []
let underway = 0
const inSight = new Map<Element, ReturnType<typeof setTimeout>>()
let observer: IntersectionObserver | undefined

function watchLinks(): void {
  observer?.disconnect()
  for (const timer of inSight.values()) clearTimeout(timer)
  inSight.clear()
  // When another page is shown, prefetches that wait for the previous page are dropped.
  queue.length = 0
  observer = new IntersectionObserver((entries) => entries.forEach(followSight))
  observeLinks()
}

/** Observes all links. Their addresses are read only once they have stayed visible, which saves work. */
function observeLinks(): void {
  for (const link of document.links) observer?.observe(link)
}

function followSight({ target, isIntersecting }: IntersectionObserverEntry): void {
  clearTimeout(inSight.get(target))
  inSight.delete(target)
  if (!isIntersecting) return
  const look = () => {
    observer?.unobserve(target)
    inSight.delete(target)
    const url = pageForAll(target)
    if (!url || seen.has(url.pathname)) return
    if (isBesideCurrent(target)) queue.unshift(url)
    else queue.push(url)
    fetchNext()
  }
  inSight.set(target, setTimeout(look, visibleMs))
}

/** Whether a link leads to the page before or after the current page in a menu, which readers are likeliest to open. */
function isBesideCurrent({ parentElement: item }: Element): boolean {
  const current = document.querySelector('li > a[aria-current=page]')?.parentElement
  return !!current && (item?.nextElementSibling === current || item?.previousElementSibling === current)
}

function fetchNext(): void {
  while (underway < maxAtOnce && !document.hidden && !savesData()) {
    const url = queue.shift()
    if (!url) return
    if (seen.has(url.pathname)) continue
    seen.add(url.pathname)
    underway++
    prefetchPage(url).finally(() => {
      underway--
      fetchNext()
    })
  }
}

/** Whether the connection is slow or the user wants to save data; then nothing is prefetched. */
export function savesData(): boolean {
  const line = 'connection' in navigator ? Object(navigator.connection) : {}
  return line.saveData === true || /(^|-)2g$/.test(String(line.effectiveType))
}

/** Creates a set of the latest `most` names; the oldest name is removed when another one is added. */
export function createSeen(most = 1000) {
  const seen = new Set<string>()
  return {
    has: (name: string) => seen.has(name),
    add: (name: string) => {
      seen.add(name)
      for (const oldest of seen) {
        if (seen.size <= most) return
        seen.delete(oldest)
      }
    },
  }
}
