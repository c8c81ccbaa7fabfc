import { behaviors } from 'kurs:behaviors'
import { nameAppleKeys } from './apple-keys.ts'
import { chooseColorMode, markColorMode } from './color-mode.ts'
import { closeMenu } from './header.ts'
import { loadHtmxOnDemand, wireHtmx } from './htmx-on-demand.ts'
import { startIdleWork } from './idle/idle-work.ts'
import { enableIslands } from './island-element.ts'
import { keepQueryAndHash } from './language-switch.ts'
import { enableLightbox, followPageAddress } from './lightbox/lightbox.ts'
import { enableSwapNavigation } from './navigation/navigation.ts'
import { offerOffline } from './offline/offer.ts'
import { revealTarget } from './reveal-target.ts'
import { clearSearch, enableSearch, startSearch } from './search-palette.ts'
import { sendOnce } from './send-once.ts'
import { followPageInSlot, followUser, showUser } from './user-slot.ts'
import { whenIdle } from './when-idle.ts'

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

/** Starts the frame around pages: on page load, and again when a swap brings the frame of another language. */
function startFrame(): void {
  markColorMode()
  startSearch()
  offerOffline()
}

/** Starts the page: on page load, and again for each page that is swapped in. */
function startPage(): void {
  page = new AbortController()
  void startBehaviors(page.signal)
  nameAppleKeys()
  revealTarget()
  followPageAddress()
  followPageInSlot()
  wireHtmx()
}

/** Starts the behaviors. The app's are in a separate file: `data-behaviors` is `ready` when all of them listen. */
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
