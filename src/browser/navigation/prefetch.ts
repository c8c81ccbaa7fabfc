import { addressBehind, isForAll, isHere, reachOf } from './addresses.ts'
import { pageEvent } from './navigation.ts'
import { keepPage, takePage } from './pages.ts'
import { createSeen } from './seen.ts'

/** How long a link has to be in sight, ms */
export const lookMs = 1000
/** At once; what somebody points at comes beside them */
export const mostAtOnce = 2

export const pointing = ['pointerover', 'focusin', 'touchstart', 'pointerdown'] as const

/** Pages behind links come before they are asked for: in a while those in sight, at once the one that is pointed at. */
export function prefetchPages(): void {
  for (const type of pointing) document.addEventListener(type, followPointing, { passive: true })
  document.addEventListener('visibilitychange', fetchNext)
  document.addEventListener(pageEvent, watchLinks)
  // Links that a search has found are in sight too.
  document.addEventListener('htmx:after:swap', observeLinks)
  watchLinks()
}

function followPointing({ target }: Event): void {
  const url = pageForAll(target)
  if (!url || isThrifty()) return
  // Without the Navigation API pages are loaded whole.
  if ('navigation' in window && reachOf(url) === 'part') return void takePage(url)
  // Each thing within a link is pointed at by itself.
  if (!seen.has(url.pathname)) void keepPage(url)
  seen.add(url.pathname)
}

/** Undefined for this very page. Whole ones of the other language come at the press: they would set the reader's. */
function pageForAll(target: EventTarget | null): URL | undefined {
  const url = addressBehind(target)
  return url && !isHere(url) && (reachOf(url) === 'part' || isForAll(url)) ? url : undefined
}

/** Each address once, however many links lead there */
const seen = createSeen()
const wanted: URL[] = []
let underway = 0
const inSight = new Map<Element, ReturnType<typeof setTimeout>>()
let observer: IntersectionObserver | undefined

function watchLinks(): void {
  observer?.disconnect()
  for (const timer of inSight.values()) clearTimeout(timer)
  inSight.clear()
  // What was in sight on the page before is not what this reader looks at now.
  wanted.length = 0
  observer = new IntersectionObserver((entries) => entries.forEach(followSight))
  observeLinks()
}

/** The address is read only from links that stay in sight. */
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
    if (isBesideCurrent(target)) wanted.unshift(url)
    else wanted.push(url)
    fetchNext()
  }
  inSight.set(target, setTimeout(look, lookMs))
}

/** In a menu the pages before and after this one are the likeliest to be wanted. */
function isBesideCurrent({ parentElement: item }: Element): boolean {
  const current = document.querySelector('li > a[aria-current=page]')?.parentElement
  return !!current && (item?.nextElementSibling === current || item?.previousElementSibling === current)
}

function fetchNext(): void {
  while (underway < mostAtOnce && !document.hidden && !isThrifty()) {
    const url = wanted.shift()
    if (!url) return
    if (seen.has(url.pathname)) continue
    seen.add(url.pathname)
    underway++
    keepPage(url).finally(() => {
      underway--
      fetchNext()
    })
  }
}

/** Where every byte counts, none is fetched that nobody has asked for. */
export function isThrifty(): boolean {
  const line = 'connection' in navigator ? Object(navigator.connection) : {}
  return line.saveData === true || /(^|-)2g$/.test(String(line.effectiveType))
}
