import { methodOf } from './failed-act.browser.ts'

/** Shows that figures are outdated from the first failed refresh of a region until a refresh succeeds. */
export function reportFailedReads(region: string, signal: AbortSignal): void {
  const message = document.querySelector<HTMLElement>('[data-failed-read]')
  if (!message) return
  const isAbout = ({ target }: Event) => target instanceof Element && target.closest(region) !== null
  for (const failure of ['htmx:error', 'htmx:response:error']) {
    const showMessage = (event: Event) => {
      if (isAbout(event) && methodOf(event) === 'GET') message.hidden = false
    }
    document.addEventListener(failure, showMessage, { signal })
  }
  const take = (event: Event) => {
    if (isAbout(event)) message.hidden = true
  }
  document.addEventListener('htmx:after:swap', take, { signal })
}
