import { type RowKeys, walkRows } from './row-keys.ts'

/**
 * The list of users by keyboard and without reloading: j and k move, x selects, Enter opens by itself, `/` goes to the
 * search, ? shows the keys. The address follows the list, and the focus survives every swap.
 */
export function growUsersTable(): void {
  document.addEventListener('keydown', moveByKey)
  document.addEventListener('change', followSelection)
  document.addEventListener('htmx:before:request', (event) => startRequest(event))
  document.addEventListener('htmx:after:swap', followSwap)
  document.addEventListener('htmx:error', fail)
  document.addEventListener('htmx:response:error', fail)
  addEventListener('popstate', () => location.reload())
  // Said only now that it is true.
  searchField()?.setAttribute('aria-keyshortcuts', '/')
  // Whoever was faster than this script has another list already.
  followAddress(true)
  showSelection()
}

/** What the next swap was asked by: the search replaces the address, everything else makes a new one. */
let isTyped = false
/** Where the focus was when the list was asked for */
let focusedId = ''

const rowKeys: RowKeys = {
  links: '[data-user-open]',
  row: '[data-user-row]',
  act: { key: 'x', on: 'input[name=id]' },
  search: searchField,
  help: '#users-keys',
}

function moveByKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
  walkRows(event, rowKeys)
}

function followSelection(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLInputElement)) return
  if (target.matches('[data-select-all]')) for (const box of boxes()) box.checked = target.checked
  if (target.closest('.users-form')) showSelection()
}

/** Says how many are selected; the box for all appears only here, where it does something. */
function showSelection(): void {
  const all = document.querySelector<HTMLInputElement>('[data-select-all]')
  const chosen = boxes().filter(({ checked }) => checked).length
  if (all) {
    all.hidden = false
    all.checked = chosen > 0 && chosen === boxes().length
    all.indeterminate = chosen > 0 && chosen < boxes().length
  }
  const output = document.querySelector<HTMLElement>('[data-chosen]')
  if (output) output.textContent = chosen > 0 ? `${output.dataset.chosenLabel}: ${chosen}` : ''
}

function startRequest(event: Event): void {
  if (!isAboutList(event)) return
  isTyped = event.target instanceof HTMLFormElement
  focusedId = document.activeElement?.id ?? ''
  setFailed(false)
}

function followSwap(event: Event): void {
  const list = document.querySelector<HTMLElement>('#users-list')
  if (!list || !isAboutList(event)) return
  followAddress(isTyped)
  // Another page of the list has no link to itself: its first user is where one goes on.
  if (document.activeElement === document.body) {
    const first = list.querySelector<HTMLElement>('[data-user-open]') ?? list.querySelector<HTMLElement>('a')
    const target = document.getElementById(focusedId) ?? first
    target?.focus()
  }
  showSelection()
}

/** Puts the list's address into the browser's, as a new place to come back to or instead of the last. */
function followAddress(isInstead: boolean): void {
  const address = document.querySelector<HTMLElement>('#users-list')?.dataset.address
  if (!address || address === location.pathname + location.search) return
  if (isInstead) history.replaceState(history.state, '', address)
  else history.pushState(null, '', address)
}

function fail(event: Event): void {
  if (isAboutList(event)) setFailed(true)
}

function setFailed(isFailed: boolean): void {
  const message = document.querySelector<HTMLElement>('[data-users-failed]')
  if (message) message.hidden = !isFailed
}

function isAboutList(event: Event): boolean {
  return !(event.target instanceof Element) || event.target.closest('#users-list, #users-search') !== null
}

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('.users-form input[name=id]')]
}

function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#users-search-field')
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target instanceof HTMLElement && target.matches('textarea, select')
}
