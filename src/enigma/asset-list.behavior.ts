import { once } from '../ui/every.browser.ts'
import { isPointed, watchPointer } from '../ui/list/pointed.browser.ts'

export const selector = '#asset-list'

/** How often what does not tick by itself is asked for again, ms: ranges, volumes, the order. */
const refreshEveryMs = 30_000
/** The same while some assets have no price yet */
const impatientMs = 3000

/** What the list of assets does besides what every list does: it stays up to date, and its settings close. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) closeSettings(event)
  }
  document.addEventListener('keydown', closeByKey, { signal })
  document.addEventListener('click', closeSettings, { signal })
  watchPointer(signal)
  refreshLater(signal)
}

function closeSettings(event: Event): void {
  const settings = document.querySelector<HTMLDetailsElement>('.enigma-settings[open]')
  if (!settings || (event.type === 'click' && event.target instanceof Node && settings.contains(event.target))) return
  settings.open = false
  if (event.type === 'keydown') settings.querySelector('summary')?.focus()
}

/** Asks for the list anew every now and then, while somebody can see it and is not about to press something in it. */
function refreshLater(signal: AbortSignal): void {
  const isPartial = document.querySelector('#asset-list[data-is-partial]') !== null
  const refresh = () => {
    const list = document.querySelector('#asset-list')
    if (list && !document.hidden && !isPointed(list)) list.dispatchEvent(new Event('list-refresh'))
    refreshLater(signal)
  }
  once(isPartial ? impatientMs : refreshEveryMs, refresh, signal)
}
