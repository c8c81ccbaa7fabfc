import { isHere, pageBehind, reachOf } from './addresses.ts'
import type { Answer } from './kept-pages.ts'
import { takePage } from './pages.ts'
import { announcePage, goToPlace, holdHeight, prepareAnnouncements, rememberPlace, returnToPlace } from './place.ts'
import { withProgress } from './progress.ts'
import { canFollow, closeOverlays, isPart, swapPage } from './swap.ts'

/** Of the document, when a page that has taken the place of another has been drawn */
export const pageEvent = 'kurs:page'

export const fadeMs = 100

export interface PageLife {
  /** Before the page is left */
  end(): void
  start(): void
  /** Once a page is there with everything around it */
  startAll(): void
}

/** Public pages follow each other without being loaded, and those for one person do; elsewhere all is as it was. */
export function goFromPageToPage(life: PageLife): void {
  if (!('navigation' in window)) return
  if (document.documentElement.dataset.pages !== undefined) prepareAnnouncements()
  document.addEventListener('click', followClick)
  navigation.addEventListener('navigate', (event) => followNavigation(event, life))
}

/** The last wish counts: what was on its way for another is not shown. */
let wish = 0
let isWhole = false
let isHeld = () => false
/** True while the address is already that of the next page, and the page of the last one still stands. */
let isArriving = false
const parsed = new WeakMap<object, Next>()

interface Next {
  /** Puts it in the place of the page that is left */
  swap(): void
  /** Whether what stands around the page has come with it */
  isAll: boolean
}

/** From now on pages are loaded whole: those that come are of another build. */
export function loadWholePages(): void {
  isWhole = true
}

/** While it says so, pages are left by loading the next one: the browser asks, or forms come back with Back. */
export function holdPages(isHeldNow: () => boolean): void {
  isHeld = isHeldNow
}

function followClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || isWhole) return
  const url = pageBehind(target)
  // A place on this very page is the browser's business.
  if (!url || (isHere(url) && url.hash !== '')) return
  event.preventDefault()
  void open(url)
}

async function open(url: URL): Promise<void> {
  const own = ++wish
  const [page, next] = await withProgress(findNext(url))
  if (own !== wish) return
  if (!page || !next || isHeld()) return location.assign(url)
  const address = new URL(page.address)
  address.hash = url.hash
  const info = {}
  parsed.set(info, next)
  const { committed, finished } = navigation.navigate(address.href, { info })
  // Overtaken by the next one.
  Promise.all([committed, finished]).catch(() => {})
}

/** Most pages bring a part. How a whole one takes its place is loaded with the first that does. */
async function findNext(url: URL): Promise<[Answer, Next | undefined]> {
  const isPartly = reachOf(url) === 'part'
  const whole = isPartly ? undefined : import('./swap-all.ts').catch(() => undefined)
  const page = await takePage(url)
  const next = page && new DOMParser().parseFromString(page.html, 'text/html')
  if (!next || !canFollow(next)) return [page, undefined]
  if (isPartly) return [page, isPart(next) ? { swap: () => swapPage(next), isAll: false } : undefined]
  const { swapAll } = (await whole) ?? {}
  return [page, swapAll && { swap: () => swapAll(next), isAll: true }]
}

function followNavigation(event: NavigateEvent, life: PageLife): void {
  const { canIntercept, hashChange, navigationType, destination, info } = event
  if (!isArriving) rememberPlace()
  if (hashChange) return
  const next = typeof info === 'object' && info ? parsed.get(info) : undefined
  const options = { focusReset: 'manual', scroll: 'manual' } as const
  if (next) {
    closeOverlays()
    event.intercept({ ...options, handler: () => show(next, life, goToPlace) })
    return
  }
  const isBack = navigationType === 'traverse' && canIntercept && destination.sameDocument
  // Whatever else: what was on its way is not wanted any more.
  if (navigationType === 'traverse' || !destination.sameDocument) wish++
  if (!isBack) return
  closeOverlays()
  event.intercept({ ...options, handler: () => goBack(event, life) })
}

/** The address has changed already. */
async function goBack(event: NavigateEvent, life: PageLife): Promise<void> {
  const own = wish
  isArriving = true
  // What comes to the page that is left would write its address over this one.
  life.end()
  const url = new URL(event.destination.url)
  // The first page may have been one of no such address: missing, or in place of one that could not be had.
  const isKnown = !isWhole && reachOf(url) !== undefined
  const [, next] = isKnown ? await withProgress(findNext(url)) : []
  if (own !== wish) return
  if (!next) return location.reload()
  const release = holdHeight()
  document.addEventListener(pageEvent, release, { once: true })
  await show(next, life, () => returnToPlace(event))
}

async function show(next: Next, life: PageLife, place: () => void): Promise<void> {
  life.end()
  next.swap()
  // The page is there. What measures it comes next, still before it is drawn.
  await undefined
  if (next.isAll) life.startAll()
  else life.start()
  place()
  isArriving = false
  announcePage()
  fadeIn()
  tellOnceDrawn()
}

let telling = 0

/** Of pages that follow each other within a frame only the last one has been there. */
function tellOnceDrawn(): void {
  cancelAnimationFrame(telling)
  telling = requestAnimationFrame(() => setTimeout(() => document.dispatchEvent(new Event(pageEvent))))
}

/** The page is there and can be read: nobody waits for pictures of the one before and of this one to be taken. */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.querySelector('main')?.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: 'ease-out' })
}
