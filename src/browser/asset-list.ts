import { type RowKeys, walkRows } from './row-keys.ts'

/** How often what does not tick by itself is asked for again, ms: ranges, volumes, the order. */
const refreshEveryMs = 30_000
/** The same while some assets have no price yet */
const impatientMs = 3000
/** A pointer that has just moved over the list may be about to press something, which must not move away, ms */
const pointedMs = 3000

/**
 * The list of assets by keyboard and without reloading: j and k move, s gives a star, Enter opens by itself, `/` goes
 * to the search, ? shows the keys. The address follows the list, and the focus survives every swap.
 */
export function growAssetList(): void {
  document.addEventListener('keydown', actByKey)
  document.addEventListener('click', closeSettings)
  document.addEventListener('pointermove', ({ timeStamp }) => {
    movedAt = timeStamp
  })
  document.addEventListener('htmx:before:request', startRequest)
  document.addEventListener('htmx:after:swap', followSwap)
  document.addEventListener('htmx:error', fail)
  document.addEventListener('htmx:response:error', fail)
  addEventListener('popstate', () => location.reload())
  // Said only now that it is true.
  searchField()?.setAttribute('aria-keyshortcuts', '/')
  // Whoever was faster than this script has another list already.
  followAddress(true)
  refreshLater()
}

/** When the pointer moved last, ms since the page was there */
let movedAt = Number.NEGATIVE_INFINITY
/** What the next swap was asked by: the search replaces the address, everything else makes a new one. */
let isTyped = false

const rowKeys: RowKeys = {
  links: '[data-asset-open]',
  row: '[data-asset-row]',
  act: { key: 's', on: '[data-star]' },
  search: searchField,
  help: '#enigma-keys',
}

function actByKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Escape') closeSettings(event)
  if (isTyping(event.target)) return
  walkRows(event, rowKeys)
}

/** The form of the view closes by Escape and by a tap beside it. */
function closeSettings(event: Event): void {
  const settings = document.querySelector<HTMLDetailsElement>('.enigma-settings[open]')
  if (!settings || (event.type === 'click' && event.target instanceof Node && settings.contains(event.target))) return
  settings.open = false
  if (event.type === 'keydown') settings.querySelector('summary')?.focus()
}

function startRequest(event: Event): void {
  if (!isAboutList(event)) return
  isTyped = event.target instanceof HTMLFormElement
  setFailed(false)
}

function followSwap(event: Event): void {
  if (isAboutList(event)) followAddress(isTyped)
}

/** Puts the list's address into the browser's, as a new place to come back to or instead of the last. */
function followAddress(isInstead: boolean): void {
  const address = document.querySelector<HTMLElement>('#asset-list')?.dataset.address
  if (!address || address === location.pathname + location.search) return
  if (isInstead) history.replaceState(history.state, '', address)
  else history.pushState(null, '', address)
}

function fail(event: Event): void {
  if (isAboutList(event)) setFailed(true)
}

function setFailed(isFailed: boolean): void {
  const message = document.querySelector<HTMLElement>('[data-assets-failed]')
  if (message) message.hidden = !isFailed
}

/** Stars have a place of their own in the list: what comes of them is not about the list. */
function isAboutList({ target }: Event): boolean {
  return (
    !(target instanceof Element) || (target.closest('#asset-list, #asset-search') !== null && !target.closest('.star'))
  )
}

/** Asks for the list anew every now and then, while somebody can see it and is not about to press something in it. */
function refreshLater(): void {
  const isPartial = document.querySelector('#asset-list[data-is-partial]') !== null
  setTimeout(
    () => {
      const list = document.querySelector('#asset-list')
      const isPointed = list?.matches(':hover') && performance.now() - movedAt < pointedMs
      if (list && !document.hidden && !isPointed) list.dispatchEvent(new Event('asset-refresh'))
      refreshLater()
    },
    isPartial ? impatientMs : refreshEveryMs,
  )
}

function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#asset-search-field')
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && target.matches('textarea, select')
}
