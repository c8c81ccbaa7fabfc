// This file imports no part of the entry script, which would have to export it to every page.

const storageKey = 'kurs-recent-commands'
const maxRecent = 6
const listId = 'command-list'

const wired = new WeakSet<HTMLDialogElement>()
/** Whether Enter was pressed before the answer to the typed query: its first entry is opened once it arrives. */
let isAwaited = false

/** Makes the field of the open palette a combobox of its list, and asks for the list if there is none yet. */
export function showCommands(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search-palette')
  const input = fieldOf(dialog)
  if (!dialog?.open || !input) return
  if (!wired.has(dialog)) wire(dialog)
  markRoles(dialog, input)
  const results = resultsShown()
  if (results?.dataset.query === undefined && input.value === '') ask(dialog, input)
  else if (isAwaited && isCurrent(input)) press(input)
}

function wire(dialog: HTMLDialogElement): void {
  wired.add(dialog)
  dialog.addEventListener('keydown', walk)
  dialog.addEventListener('click', choose)
  dialog.addEventListener('input', ({ isTrusted }) => {
    // Typing is repeated by a script for an htmx that has just loaded; only the user's own typing takes Enter back.
    if (isTrusted) isAwaited = false
  })
  dialog.addEventListener('close', () => {
    // The event comes a task later, when the user may have opened the palette again.
    if (dialog.open) return
    isAwaited = false
    const input = fieldOf(dialog)
    if (input) input.value = ''
    delete resultsShown()?.dataset.query
  })
}

function ask(dialog: HTMLDialogElement, input: HTMLInputElement): void {
  const recent = dialog.querySelector<HTMLInputElement>('[name=recent]')
  if (recent) {
    recent.disabled = false
    recent.value = recentCommands().join('\n')
  }
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function markRoles(dialog: HTMLDialogElement, input: HTMLInputElement): void {
  const list = resultsShown()?.querySelector('[data-options]')
  if (!list) return
  const options = optionsOf()
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = String(options.length > 0)
  input.setAttribute('aria-controls', listId)
  list.id = listId
  list.role = options.length > 0 ? 'listbox' : null
  list.ariaLabel = dialog.ariaLabel
  for (const group of list.querySelectorAll('section')) group.role = 'group'
  options.forEach((option, at) => {
    option.role = 'option'
    option.id = `command-${at}`
    option.tabIndex = -1
  })
  if (!options.some(({ ariaSelected }) => ariaSelected === 'true')) select(input, options[0])
}

function select(input: HTMLInputElement, option: HTMLElement | undefined): void {
  for (const each of optionsOf()) each.ariaSelected = String(each === option)
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
  if (option && input.value !== '') prepareChart(option)
}

/** Prepares the page of a selected chart, as if the entry were pointed at, and loads the code of charts. */
function prepareChart(option: HTMLElement): void {
  if (option.dataset.chart === undefined || Object(Object(navigator).connection).saveData === true) return
  option.dispatchEvent(new Event('focusin', { bubbles: true }))
  const [islands, plots] = [import('kurs:islands/charts'), import('../charts/pane/create-pane.ts')]
  // A failure is not reported here: the page of the chart loads the same code again.
  for (const code of [islands, plots, import('./navigation/swap-all.ts')]) code.catch(() => {})
}

function walk(event: KeyboardEvent): void {
  const input = fieldOf(event.currentTarget)
  if (!input || event.target !== input || event.isComposing || event.altKey || event.shiftKey) return
  const options = optionsOf()
  const at = options.findIndex(({ ariaSelected }) => ariaSelected === 'true')
  const count = options.length
  const places: Partial<Record<string, number>> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  }
  const place = places[event.key]
  if (event.key !== 'Enter' && (place === undefined || count === 0)) return
  event.preventDefault()
  // The listener of the plain search would move the focus into the list.
  event.stopPropagation()
  if (place !== undefined) select(input, options[place])
  else if (isCurrent(input)) press(input)
  else isAwaited = true
}

function press(input: HTMLInputElement): void {
  const option = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
  // Between the swap of a list and its event, no option is marked.
  isAwaited = option === null
  option?.click()
}

/** Remembers the chosen entry. A chart or color mode that the open page can show is shown instead of following its link. */
function choose(event: MouseEvent): void {
  const option = event.target instanceof Element && event.target.closest<HTMLElement>('.search-hit')
  if (!option || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const { command, mode, chart, tf, replay } = option.dataset
  if (command) remember(command)
  const isShown = mode
    ? setMode(mode)
    : chart !== undefined
      ? showChart(chart, tf)
      : replay !== undefined && showReplay()
  if (isShown) event.preventDefault()
}

function setMode(mode: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-set-color-mode][value=${mode}]`)
  button?.click()
  return button !== null
}

/** Opens the replay on the open charts page. @returns false on other pages */
function showReplay(): boolean {
  return !document.dispatchEvent(new CustomEvent('kurs:chart', { detail: { isReplay: true }, cancelable: true }))
}

/** Shows a chart on the open charts page. @returns false on other pages */
function showChart(asset: string, tf: string | undefined): boolean {
  const detail = { asset, ...(tf !== undefined && { tf: Number(tf) }) }
  return !document.dispatchEvent(new CustomEvent('kurs:chart', { detail, cancelable: true }))
}

function remember(id: string): void {
  try {
    const ids = [id, ...recentCommands().filter((other) => other !== id)].slice(0, maxRecent)
    localStorage.setItem(storageKey, JSON.stringify(ids))
  } catch {
    // localStorage is unavailable, so recent entries are not stored.
  }
}

function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, maxRecent) : []
  } catch {
    return []
  }
}

function isCurrent(input: HTMLInputElement): boolean {
  return resultsShown()?.dataset.query === input.value.trim()
}

function resultsShown(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.search-palette .search-results')
}

function optionsOf(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.search-palette .search-hit')]
}

function fieldOf(dialog: EventTarget | null): HTMLInputElement | null {
  return dialog instanceof Element ? dialog.querySelector<HTMLInputElement>('.search-field input') : null
}
