import { once } from '../../ui/every.browser.ts'
import { tellFailedReads } from '../../ui/failures/failed-read.browser.ts'

export const selector = '#bot-region[data-runs]'

/** Minutes settle once a minute; a third of one is late enough, ms. */
const refreshEveryMs = 20_000
/** The same while the bot has been told something that has not taken effect */
const impatientMs = 3000

/** Asks for what changes of a running bot while somebody can see it, and has nothing open in it. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  tellFailedReads('#bot-region', signal)
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

/** What stands below and seldom changes is asked for where the bot has another state or revision than it shows. */
function followState({ target }: Event): void {
  if (!(target instanceof Element) || target.closest('#bot-region') === null) return
  const [region, rest] = ['#bot-region', '#bot-rest'].map((id) => document.querySelector<HTMLElement>(id))
  if (rest && region?.dataset.standing !== rest.dataset.standing) rest.dispatchEvent(new Event('bot-changed'))
}
