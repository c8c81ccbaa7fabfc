import { reloadOnce } from './reload.ts'
import { hasUnsaved } from './unsaved.ts'

export { guardUnsaved } from './unsaved.ts'

export function offerNewVersion(): void {
  // Another than at first, where the reader has changed the language.
  const box = document.querySelector<HTMLElement>('[data-new-version]')
  box?.querySelector('button')?.addEventListener('click', reloadOnce)
  if (box) box.hidden = false
  // From now on leaving means loading: the browser asks whoever would lose what they have typed.
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault()
  })
}
