import { once } from '../../ui/every.browser.ts'
import { reportFailedReads } from '../../ui/failures/failed-read.browser.ts'

export const selector = '#bot-region[data-runs]'

/** Refresh interval, ms: bots process one minute per minute, so a third of a minute is often enough. */
const refreshEveryMs = 20_000
/** Refresh interval while a command is waiting to take effect, ms */
const impatientMs = 3000

/** Refreshes the region of a running bot, while the page is visible and nothing in the region is expanded. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  reportFailedReads('#bot-region', signal)
  document.addEventListener('visibilitychange', refresh, { signal })
  document.addEventListener('htmx:after:swap', followState, { signal })
  refreshLater(signal)
}

function refreshLater(signal: AbortSignal): void {
  const region = document.querySelector<HTMLElement>('#bot-region')
  const isWaiting = region?.dataset.isWaiting !== undefined
  const act = () => {
    refresh()
    refreshLater(signal)
  }
  once(isWaiting ? impatientMs : refreshEveryMs, act, signal)
}

function refresh(): void {
  const region = document.querySelector<HTMLElement>(selector)
  if (region && !document.hidden && !region.querySelector('details[open]'))
    region.dispatchEvent(new Event('bot-refresh'))
}

/** Reloads the lower part of the page, which seldom changes, when the region shows another state or revision. */
function followState({ target }: Event): void {
  if (!(target instanceof Element) || target.closest('#bot-region') === null) return
  const [region, rest] = ['#bot-region', '#bot-rest'].map((id) => document.querySelector<HTMLElement>(id))
  if (rest && region?.dataset.standing !== rest.dataset.standing) rest.dispatchEvent(new Event('bot-changed'))
}
