import { reportFailedChanges } from '../failures/failed-act.browser.ts'
import { everyWhilePresent } from '../presence/every-while-present.browser.ts'

export const selector = '[data-dock=app]'

const askEveryMs = 5000

/** Runs on every page of the app; for a signed-in user, polls for fired alerts and shows when a change has failed. */
export function start(dock: HTMLElement, signal: AbortSignal): void {
  publishHeight(dock, signal)
  const news = () => dock.querySelector('[data-alert-news]')
  if (!news()) return
  reportFailedChanges(signal)
  everyWhilePresent(askEveryMs, () => news()?.dispatchEvent(new Event('alert-news')), signal)
  soundAlerts(signal)
}

/**
 * Local storage key of the sound for fired alerts: time of the newest alert that this browser has announced, ms UTC;
 * missing while the sound is off.
 */
const soundKey = 'kurs-alert-sound'

/** Plays a sound for newly fired alerts where the user has turned it on. Its code is loaded when it is needed. */
function soundAlerts(signal: AbortSignal): void {
  const load = () => import('./alert-sound.browser.ts')
  const hear = () => {
    const fired = document.getElementById('alerts-unseen')?.dataset.fired
    try {
      const heard = localStorage.getItem(soundKey)
      if (!heard || !fired || fired <= heard) return
      // All tabs of the browser share the time, and the first one plays.
      localStorage.setItem(soundKey, fired)
    } catch {
      // localStorage is unavailable, so the sound cannot be on.
      return
    }
    void load().then(({ playAlertSound }) => playAlertSound())
  }
  document.addEventListener('htmx:after:swap', hear, { signal })
  const open = ({ target }: Event) => {
    const control = target instanceof Element && target.querySelector<HTMLElement>('[data-alert-sound]')
    if (control) void load().then(({ showSoundControl }) => showSoundControl(control, soundKey))
  }
  // The event of a popover does not bubble.
  document.addEventListener('toggle', open, { capture: true, signal })
}

/**
 * Publishes the height of the dock, so that the browser scrolls a focused control above it and other bars at the bottom
 * stand on it.
 */
function publishHeight(dock: HTMLElement, signal: AbortSignal): void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const height = `${dock.offsetHeight}px`
    // The dock is mostly empty, and a change of this property restyles the whole page.
    if ((style.getPropertyValue('--dock-height') || '0px') !== height) style.setProperty('--dock-height', height)
  })
  observer.observe(dock)
  signal.addEventListener('abort', () => observer.disconnect())
}
