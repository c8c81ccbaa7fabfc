import { hasUnsaved, reloadOnce } from './leaving.ts'

export { startPersonal } from './personal.ts'

export function offerNewVersion(): void {
  // Look the element up again: it is another one if the reader has changed the language since.
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  box?.querySelector('button')?.addEventListener('click', () => sayWait(box, reloadOnce()))
  if (box) box.hidden = false
  // From now on, leaving the page is a full page load, so the browser can ask users who would lose typed text.
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}

let saying: ReturnType<typeof setTimeout> | undefined

/** Shows why the reload button does nothing, until it works again. @param wait  time until then, ms */
function sayWait(box: HTMLElement, wait: number): void {
  const words = box.querySelector<HTMLElement>('[data-reload-waits]')
  if (!words) return
  clearTimeout(saying)
  words.hidden = wait === 0
  words.textContent = (words.dataset.reloadWaits ?? '').replace('{s}', String(Math.ceil(wait / 1000)))
  if (wait > 0) saying = setTimeout(() => sayWait(box, 0), wait)
}
