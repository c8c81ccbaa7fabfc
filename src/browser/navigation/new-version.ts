import { reloadOnce } from './reload.ts'
import { hasUnsaved } from './unsaved.ts'

export { startPersonal } from './personal.ts'

export function offerNewVersion(): void {
  // Another than at first, where the reader has changed the language.
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  box?.querySelector('button')?.addEventListener('click', () => sayWait(box, reloadOnce()))
  if (box) box.hidden = false
  // From now on leaving means loading: the browser asks whoever would lose what they have typed.
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}

let saying: ReturnType<typeof setTimeout> | undefined

/** Why the button does nothing, until it does again. @param wait  ms */
function sayWait(box: HTMLElement, wait: number): void {
  const words = box.querySelector<HTMLElement>('[data-reload-waits]')
  if (!words) return
  clearTimeout(saying)
  words.hidden = wait === 0
  words.textContent = (words.dataset.reloadWaits ?? '').replace('{s}', String(Math.ceil(wait / 1000)))
  if (wait > 0) saying = setTimeout(() => sayWait(box, 0), wait)
}
