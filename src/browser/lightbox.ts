import { addressedPicture } from './lightbox-pictures.ts'

/**
 * Pictures of a text open in the viewer: by a click on them, or by an address that names one, now or later. What shows
 * them is loaded for the first. Where that fails a click leads to the original, as it does without scripts.
 */
export function enableLightbox(): void {
  document.addEventListener('click', openByClick)
  window.addEventListener('hashchange', ({ oldURL }) => followAddress(new URL(oldURL).hash))
  followAddress('')
}

/** Whether the viewer was asked for; only then can it be open. */
let isInUse = false

function loadViewer() {
  isInUse = true
  return import('./lightbox-viewer.ts')
}

async function openByClick(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-gallery]') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || event.defaultPrevented) return
  event.preventDefault()
  link.ariaBusy = 'true'
  try {
    const { openPicture } = await loadViewer()
    await openPicture(link)
  } catch {
    location.assign(link.href)
  } finally {
    link.ariaBusy = null
  }
}

async function followAddress(oldHash: string): Promise<void> {
  const picture = addressedPicture(location.hash)
  if (!picture && !isInUse) return
  try {
    const viewer = await loadViewer()
    await viewer.followAddress(oldHash)
  } catch {
    if (picture) sayFailure(picture.link)
  }
}

/** The address brought the reader to a picture that cannot be enlarged: at least it is shown where it stands. */
function sayFailure(link: HTMLAnchorElement): void {
  if (link.nextElementSibling?.matches('.picture-failed')) return
  const message = document.createElement('span')
  message.className = 'picture-failed'
  message.role = 'alert'
  message.textContent = link.dataset.failed ?? ''
  link.after(message)
  link.scrollIntoView({ block: 'center', behavior: 'instant' })
}
