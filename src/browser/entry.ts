import { behaviors } from 'kurs:behaviors'
import { chooseColorMode, closeMenu, markColorMode } from './header.ts'
import { startIdleWork } from './idle/idle-work.ts'
import { enableIslands } from './island-element.ts'
import { enableLightbox, followPageAddress } from './lightbox/lightbox.ts'
import { enableSwapNavigation } from './navigation/navigation.ts'
import { addressedElement } from './navigation/scroll.ts'
import { offerOffline } from './offline/offer.ts'
import { clearSearch, enableSearch, startSearch } from './search-palette.ts'
import { followPageInSlot, followUser, showUser } from './user-slot.ts'

/**
 * Selector of elements that send htmx requests by themselves or on a press. They need htmx from the start, except
 * inside `[data-waits]`, where the user acts first.
 */
const asks = ['get', 'post', 'put', 'patch', 'delete'].map((verb) => `[hx-${verb}]:not([data-waits] *)`).join()
const wishes = ['pointerover', 'pointerdown', 'focusin'] as const
/** Types of events that may fire before htmx has loaded and listens */
const missed = ['toggle', 'input', 'change'] as const

type Htmx = typeof import('htmx.org/dist/htmx.esm.min.js').default

let loading: Promise<Htmx> | undefined
let isLoaded = false
const unheard = new Map<Element, Set<string>>()

/**
 * Loads htmx when the user comes near an element that needs it: htmx would be three quarters of the script of a page
 * that is only read.
 */
function loadHtmxOnDemand(): void {
  if (document.querySelector(asks) || isNear(document.activeElement)) void loadHtmx()
  for (const type of wishes) document.addEventListener(type, ({ target }) => isNear(target) && loadHtmx())
  // The listener runs in the capture phase, because `toggle` events do not bubble.
  for (const type of missed) document.addEventListener(type, keep, true)
}

/** If htmx has loaded, makes it process the `hx-*` attributes of a page that was just swapped in. */
function wireHtmx(): void {
  if (isLoaded) void loadHtmx().then((htmx) => htmx.process(document.body))
  else if (document.querySelector(asks)) void loadHtmx()
}

function isNear(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-waits], [data-open-search]') !== null
}

function keep({ target, type }: Event): void {
  if (isLoaded || !(target instanceof Element) || !(loading || target.closest('[data-waits]'))) return
  // The HTML parser fires `toggle` for `<details>` that are initially open, perhaps after this script has started.
  if (type === 'toggle' && !target.matches('[hx-get]')) return
  unheard.set(target, (unheard.get(target) ?? new Set()).add(type))
  // An `input` event caused by a script or autofill has no pointer or focus event before it, so htmx is loaded here.
  void loadHtmx()
}

function loadHtmx(): Promise<Htmx> {
  loading ??= import('htmx.org/dist/htmx.esm.min.js').then(({ default: htmx }) => {
    // Process the page now: htmx by itself would do so only one task later.
    htmx.process(document.body)
    isLoaded = true
    document.documentElement.dataset.htmx = 'ready'
    for (const [element, types] of unheard) {
      for (const type of types) element.dispatchEvent(new Event(type, { bubbles: type !== 'toggle' }))
    }
    unheard.clear()
    return htmx
  })
  // If htmx could not be loaded, for example without network, the next event tries again.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** Time after which a form whose response has not come may be submitted again, ms */
const patienceMs = 5000

/**
 * Prevents that a form is submitted twice: a second sign-up would be refused, and a second alert created. Forms that
 * download a file are marked and stay usable.
 */
function sendOnce(): void {
  addEventListener('submit', (event) => {
    const { target: form, defaultPrevented } = event
    if (defaultPrevented || !(form instanceof HTMLFormElement)) return
    if (form.getAttribute('method') !== 'post' || 'downloads' in form.dataset) return
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    setTimeout(() => release(form), patienceMs)
  })
  // `pageshow` also fires when the page is restored from the back/forward cache; its forms must be usable again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[aria-busy]')) release(form)
  })
}

function release(form: HTMLFormElement): void {
  form.ariaBusy = null
}

let page: AbortController | undefined

loadHtmxOnDemand()
chooseColorMode()
keepQueryAndHash()
closeMenu()
enableSearch()
enableLightbox()
followUser()
sendOnce()

addEventListener('hashchange', revealTarget)
enableSwapNavigation({
  end: () => page?.abort(),
  start: () => {
    clearSearch()
    startPage()
  },
  startAll: () => {
    showUser()
    startFrame()
    startPage()
  },
})
startFrame()
startPage()
enableIslands()

/**
 * Starts the header and other parts around the page: on page load, and again when a swap replaces them for another
 * language.
 */
function startFrame(): void {
  markColorMode()
  startSearch()
  offerOffline()
}

/** Starts the scripts of the page's content: on page load, and again for each page that is swapped in. */
function startPage(): void {
  page = new AbortController()
  void startBehaviors(page.signal)
  nameAppleKeys()
  revealTarget()
  followPageAddress()
  followPageInSlot()
  wireHtmx()
}

/**
 * Starts the behaviors. Those of the app are in a separate file; `data-behaviors` becomes `ready` when all of them
 * listen.
 */
async function startBehaviors(signal: AbortSignal): Promise<void> {
  const { dataset } = document.documentElement
  delete dataset.behaviors
  const starts = behaviors.map(({ selector, start }) => {
    const root = document.querySelector<HTMLElement>(selector)
    return root && start(root, signal)
  })
  await Promise.all(starts)
  if (!signal.aborted) dataset.behaviors = 'ready'
}

whenIdle(startIdleWork)

const { dev } = document.documentElement.dataset
if (dev) import('./dev-reload.ts').then(({ reloadOnChange }) => reloadOnChange(dev))

// Shows Apple's names of keys on Apple devices. The server cannot do this, because pages are the same for everyone.
function nameAppleKeys(): void {
  if (!/Mac|iPhone|iPad/.test(navigator.platform)) return
  for (const key of document.querySelectorAll<HTMLElement>('[data-apple]')) key.textContent = key.dataset.apple ?? ''
}

function keepQueryAndHash(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-language-switch]')
    if (!link) return
    link.search = location.search
    link.hash = location.hash
  })
}

function whenIdle(run: () => unknown): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, 1000)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

function revealTarget(): void {
  const target = addressedElement()
  let isOpened = false
  for (let box: Element | null | undefined = target; box; box = box.parentElement) {
    isOpened = open(box) || isOpened
  }
  if (isOpened) target?.scrollIntoView()
}

function open(box: Element): boolean {
  const input = box.matches('.variant-panel') ? box.previousElementSibling?.querySelector('input') : undefined
  if (input && !input.checked) {
    input.checked = true
    return true
  }
  if (box instanceof HTMLDetailsElement && !box.open) {
    box.open = true
    return true
  }
  return false
}
