import type { PagePicture } from './pictures.ts'

/**
 * Opens pictures in a viewer, whose code is loaded with the first click. If loading fails, the click shows a message,
 * and the next click opens the original picture.
 */
export function enableLightbox(): void {
  document.addEventListener('click', openByClick)
  window.addEventListener('hashchange', ({ oldURL }) => followAddress(new URL(oldURL).hash))
}

/** Opens the picture that is named by the address of a page just loaded or swapped in. */
export function followPageAddress(): void {
  void followAddress('')
}

const unopened = 'the image viewer failed to open'

let isInUse = false

function loadViewer() {
  isInUse = true
  return import('./viewer.ts')
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
  } catch (error) {
    console.error(unopened, error)
    if (hasFailed(link)) location.assign(link.href)
    else sayFailure(link)
  } finally {
    link.ariaBusy = null
  }
}

async function followAddress(oldHash: string): Promise<void> {
  if (!isInUse && !mayNamePicture()) return
  let picture: PagePicture | undefined
  try {
    // Addresses of pictures are parsed in a separate file, because most pages have no pictures.
    const { addressedPicture } = await import('./pictures.ts')
    picture = addressedPicture(location.hash)
    if (!picture && !isInUse) return
    const viewer = await loadViewer()
    await viewer.followAddress(oldHash)
  } catch (error) {
    console.error(unopened, error)
    if (picture) sayFailure(picture.link)
  }
}

const mayNamePicture = () => location.hash.length > 1 && document.querySelector('a[data-gallery]') !== null

const hasFailed = (link: Element) => link.nextElementSibling?.matches('.picture-failed') === true

function sayFailure(link: HTMLAnchorElement): void {
  if (hasFailed(link)) return
  const message = document.createElement('span')
  message.className = 'picture-failed'
  message.role = 'alert'
  message.textContent = link.dataset.failed ?? ''
  link.after(message)
  link.scrollIntoView({ block: 'center', behavior: 'instant' })
}
