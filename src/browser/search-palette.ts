import { isRequested, loadControl } from './offline/offer.ts'

let blank: Node[] = []

/**
 * Calls `use` with the code of recent searches, which is loaded only for users who search; without network it may be
 * missing.
 */
const withRecent = (use: (recent: Awaited<ReturnType<typeof loadControl>>) => void) =>
  void loadControl().then(use, () => {})
/** Shows recent searches. Runs on every swap of a page, so their code is loaded only if a search is visible. */
function showRecent(): void {
  if (document.querySelector(':is(.search-page, [open]) [data-recent-searches]'))
    withRecent(({ showRecentSearches }) => showRecentSearches())
}

const filledParts = () => palette()?.querySelectorAll('search, .search-results') ?? []

/** Clears the search field and its results, so that the next page starts with an empty search. */
export function clearSearch(): void {
  if (shownQuery() === '' && !field()?.value) return
  filledParts().forEach((part, at) => {
    const fresh = blank[at]?.cloneNode(true)
    if (fresh) part.replaceWith(fresh)
  })
}

export function enableSearch(): void {
  document.addEventListener('keydown', openByKey)
  document.addEventListener('keydown', walkByKey)
  document.addEventListener('click', followClick)
  document.addEventListener('htmx:before:request', (event) => setFailed(event, false))
  document.addEventListener('htmx:error', answerWithoutServer)
  document.addEventListener('htmx:response:error', answerWithoutServer)
  document.addEventListener('htmx:after:swap', showAnswer)
}

export function startSearch(): void {
  blank = [...filledParts()].map((part) => part.cloneNode(true))
  showRecent()
  void answerAddress()
}

function openByKey(event: KeyboardEvent): void {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyK'
  // Lists of the app have a search of their own, which the slash belongs to.
  const isSlash =
    event.key === '/' &&
    !event.ctrlKey &&
    !event.metaKey &&
    !isTyping(event.target) &&
    !document.querySelector('[aria-keyshortcuts="/"]')
  if (!isShortcut && !isSlash) return
  event.preventDefault()
  if (isShortcut && !field()) document.querySelector<HTMLElement>('[data-open-search]')?.click()
  else openSearch()
}

function openSearch(): void {
  const dialog = palette()
  if (dialog && !dialog.open) dialog.showModal()
  showRecent()
  field()?.focus()
  field()?.select()
}

function walkByKey(event: KeyboardEvent): void {
  const from = event.target
  const input = field()
  if (!input || event.isComposing || !(from instanceof HTMLElement) || !from.closest('.search-palette, .search-page'))
    return
  const hits = foundLinks()
  const at = hits.indexOf(from)
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (from !== input && at < 0) return
    event.preventDefault()
    const next = event.key === 'ArrowDown' ? hits[at + 1] : (hits[at - 1] ?? input)
    next?.focus()
  } else if (event.key === 'Escape') {
    // In a search field the first Escape clears the text by default; here one Escape has to close the palette.
    event.preventDefault()
    palette()?.close()
  } else if (event.key === 'Enter' && from === input && palette() && isUpToDate(input) && hits[0]) {
    event.preventDefault()
    hits[0].click()
  } else if (at >= 0 && (event.key.length === 1 || event.key === 'Backspace') && !event.ctrlKey && !event.metaKey) {
    // A typed character goes to the search field: once the field has the focus, it receives the key itself.
    if (event.key !== ' ') input.focus()
  }
}

function followClick(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const suggested = target.closest<HTMLElement>('[data-search-for]')?.dataset.searchFor
  if (target.closest('[data-open-search]') && field()) {
    event.preventDefault()
    openSearch()
  } else if (suggested !== undefined) {
    event.preventDefault()
    ask(suggested)
  } else if (target.closest('.search-hit')) {
    const query = shownQuery()
    withRecent(({ rememberSearch }) => rememberSearch(query))
    // A search result on the current page only scrolls the page, so the palette in front of it must close.
    palette()?.close()
  } else if (target === palette() || target.closest('[data-close-search]')) {
    palette()?.close()
  }
}

function ask(query: string): void {
  const input = field()
  if (!input) return
  input.value = query
  input.focus()
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function setFailed(event: Event, isFailed: boolean): void {
  const form = event.target instanceof Element ? event.target.closest('.search-field') : null
  const message = form?.querySelector<HTMLElement>('[data-search-failed]')
  if (message) message.hidden = !isFailed
}

async function answerWithoutServer(event: Event): Promise<void> {
  const input = field()
  if (!input || !(event.target instanceof Node) || !input.form?.contains(event.target)) return
  if (!(await answerFromSaved(input))) setFailed(event, true)
}

/**
 * Answers the query in the address of a search page that was opened without network: the saved page contains no
 * results.
 */
async function answerAddress(): Promise<void> {
  const input = field()
  const query = new URLSearchParams(location.search).get('q')?.trim()
  if (!input?.closest('.search-page') || !query || shownQuery() === query) return
  input.value = query
  await answerFromSaved(input)
}

async function answerFromSaved(input: HTMLInputElement): Promise<boolean> {
  if (!isRequested() || !(await (await loadControl()).answerFromSaved(input, shownResults))) return false
  showAnswer()
  return true
}

function showAnswer(): void {
  showRecent()
  const input = field()
  // The query is written into the search page's address, so that the page can be shared and reloaded. During Back or
  // Forward the address already belongs to another page.
  if (input?.closest('.search-page') && input.form?.action === location.origin + location.pathname) {
    history.replaceState(history.state, '', `${location.pathname}?${new URLSearchParams({ q: shownQuery() })}`)
  }
}

/** Whether the shown results match the typed query; if they do not, Enter opens the search page. */
function isUpToDate(input: HTMLInputElement): boolean {
  return shownQuery() === input.value.trim()
}

function shownQuery(): string {
  return shownResults()?.dataset.query ?? ''
}

function shownResults(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.search-results')
}

function foundLinks(): HTMLElement[] {
  return [...(shownResults()?.querySelectorAll<HTMLElement>('a') ?? [])]
}

function palette(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('.search-palette')
}

function field(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('.search-field input')
}

/**
 * Whether the user is typing in a field. A field of a dialog that has just closed keeps the focus until the next frame
 * and does not count.
 */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest('dialog:not([open])')) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
