import { methodOf } from './failed-act.browser.ts'

/** Old figures are called so, from the first time that a region could not be asked for anew until it has been. */
export function tellFailedReads(region: string, signal: AbortSignal): void {
  const message = document.querySelector<HTMLElement>('[data-failed-read]')
  if (!message) return
  const isAbout = ({ target }: Event) => target instanceof Element && target.closest(region) !== null
  for (const failure of ['htmx:error', 'htmx:response:error']) {
    const tell = (event: Event) => {
      if (isAbout(event) && methodOf(event) === 'GET') message.hidden = false
    }
    document.addEventListener(failure, tell, { signal })
  }
  const take = (event: Event) => {
    if (isAbout(event)) message.hidden = true
  }
  document.addEventListener('htmx:after:swap', take, { signal })
}
