import type PhotoSwipe from 'photoswipe'
import type { PhotoSwipeOptions } from 'photoswipe'
import type { PagePicture } from './pictures.ts'
import { captionOf } from './slides.ts'
import { lightboxWords } from './words.ts'

const icons = {
  close: icon('<path d="m6 6 12 12M18 6 6 18"/>'),
  zoom: icon(
    '<circle cx="11" cy="11" r="6.5"/><path d="m20 20-4.3-4.3M8.2 11h5.6"/><path class="pswp__zoom-icn-bar-v" d="M11 8.2v5.6"/>',
  ),
  previous: icon('<path d="m15 5-7 7 7 7"/>'),
  next: icon('<path d="m9 5 7 7-7 7"/>'),
  slideshow: icon(
    '<path class="lightbox-play" d="M8 5.5v13L18.5 12z"/><path class="lightbox-pause" d="M9 6v12m6-12v12"/>',
  ),
}

function icon(drawing: string): string {
  return `<svg class="lightbox-icon" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`
}

export function controlOptions(): PhotoSwipeOptions {
  const words = lightboxWords()
  return {
    closeSVG: icons.close,
    closeTitle: words.close,
    zoomSVG: icons.zoom,
    zoomTitle: words.zoom,
    arrowPrevSVG: icons.previous,
    arrowPrevTitle: words.previous,
    arrowNextSVG: icons.next,
    arrowNextTitle: words.next,
    errorMsg: words.imageFailed,
  }
}

export function addCaption(pswp: PhotoSwipe, pictures: PagePicture[]): void {
  const { position } = lightboxWords()
  const fill = (caption: HTMLElement) => {
    const picture = pictures[pswp.currIndex]
    const place = document.createElement('span')
    place.className = 'lightbox-place'
    place.textContent = position({ number: pswp.currIndex + 1, count: pictures.length })
    const text = document.createElement('span')
    text.textContent = picture ? captionOf(picture) : ''
    caption.replaceChildren(...(pictures.length > 1 ? [place] : []), ' ', text)
  }
  pswp.on('uiRegister', () =>
    pswp.ui?.registerElement({
      name: 'caption',
      className: 'lightbox-caption',
      appendTo: 'root',
      order: 9,
      onInit: (caption) => {
        caption.ariaLive = 'polite'
        pswp.on('change', () => fill(caption))
        // A click in the caption's box beside its text closes the viewer, like a click beside the picture.
        caption.addEventListener('click', ({ target }) => target === caption && pswp.close())
      },
    }),
  )
}

export function addSlideshow(pswp: PhotoSwipe, dialog: HTMLDialogElement): Slideshow | undefined {
  if (!offersSlideshow(pswp)) return undefined
  const words = lightboxWords()
  let button: HTMLElement | undefined
  const slideshow = createSlideshow(pswp, (isRunning) => {
    pswp.element?.classList.toggle('lightbox-playing', isRunning)
    if (button) button.title = button.ariaLabel = isRunning ? words.pause : words.play
    // While the slideshow runs, screen readers do not announce the caption of each new picture.
    const caption = dialog.querySelector('.lightbox-caption')
    if (caption) caption.ariaLive = isRunning ? 'off' : 'polite'
  })
  pswp.on('uiRegister', () =>
    pswp.ui?.registerElement({
      name: 'slideshow',
      isButton: true,
      order: 9,
      title: words.play,
      html: icons.slideshow,
      onInit: (element) => {
        button = element
      },
      onClick: slideshow.toggle,
    }),
  )
  dialog.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node) || !button?.contains(target)) slideshow.stop()
  })
  dialog.addEventListener('wheel', slideshow.stop, { passive: true })
  return slideshow
}

export function explainFailures(pswp: PhotoSwipe, dialog: HTMLDialogElement): void {
  pswp.addFilter('contentErrorElement', (message, { index }) => {
    // The role `alert` is on the error text alone, because the button is not part of the message.
    const words = document.createElement('p')
    words.role = 'alert'
    words.append(...message.childNodes)
    const retry = document.createElement('button')
    retry.type = 'button'
    retry.className = 'lightbox-retry'
    retry.textContent = lightboxWords().retry
    retry.addEventListener('click', () => {
      pswp.refreshSlideContent(index)
      dialog.focus()
    })
    message.append(words, retry)
    return message
  })
}

const pauseMs = 2000

export interface Slideshow {
  toggle(): void
  stop(): void
}

/** Creates a slideshow of the open gallery, which stops when the reader does anything else or hides the page. */
function createSlideshow(pswp: PhotoSwipe, onToggle: (isRunning: boolean) => void): Slideshow {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (pswp.currSlide?.content.isLoading() ? wait() : pswp.next()), pauseMs)
  }
  const stop = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    onToggle(false)
  }
  const toggle = () => {
    if (timer !== undefined) return stop()
    wait()
    onToggle(true)
  }
  pswp.on('change', () => timer !== undefined && wait())
  pswp.on('close', stop)
  pswp.events.add(document, 'visibilitychange', stop)
  return { toggle, stop }
}

function offersSlideshow(pswp: PhotoSwipe): boolean {
  return pswp.getNumItems() > 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
