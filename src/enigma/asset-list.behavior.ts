import { once } from '../ui/every.browser.ts'
import { isPointed, watchPointer } from '../ui/list/pointed.browser.ts'

export const selector = '#asset-list'

/** Refresh interval of the list, whose ranges, volumes and order do not follow ticks, ms */
const refreshEveryMs = 30_000
/** Refresh interval while some assets have no price yet, ms */
const impatientMs = 3000

/** Behavior of the asset list beyond that of every list: refreshes the list, and closes its settings. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) closeSettings(event)
  }
  document.addEventListener('keydown', closeByKey, { signal })
  document.addEventListener('click', closeSettings, { signal })
  document.addEventListener('submit', closeScreener, { signal })
  watchPointer(signal)
  refreshLater(signal)
}

function closeSettings(event: Event): void {
  const settings = document.querySelector<HTMLDetailsElement>('.enigma-settings[open]')
  if (!settings || (event.type === 'click' && event.target instanceof Node && settings.contains(event.target))) return
  settings.open = false
  if (event.type === 'keydown') settings.querySelector('summary')?.focus()
}

/** Shows the list again that the submitted form filters. */
function closeScreener({ target }: Event): void {
  if (target instanceof HTMLElement) target.closest<HTMLElement>('.screener')?.hidePopover()
}

/** Refreshes the list regularly, while the page is visible and the pointer is not over the list. */
function refreshLater(signal: AbortSignal): void {
  const isPartial = document.querySelector('#asset-list[data-is-partial]') !== null
  const refresh = () => {
    const list = document.querySelector('#asset-list')
    if (list && !document.hidden && !isPointed(list)) list.dispatchEvent(new Event('list-refresh'))
    refreshLater(signal)
  }
  once(isPartial ? impatientMs : refreshEveryMs, refresh, signal)
}
