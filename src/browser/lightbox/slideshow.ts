import type PhotoSwipe from 'photoswipe'

const pauseMs = 2000

export interface Slideshow {
  toggle(): void
  stop(): void
}

/** Creates a slideshow of the open gallery, which stops when the reader does anything else or hides the page. */
export function createSlideshow(pswp: PhotoSwipe, onToggle: (isRunning: boolean) => void): Slideshow {
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

export function offersSlideshow(pswp: PhotoSwipe): boolean {
  return pswp.getNumItems() > 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
