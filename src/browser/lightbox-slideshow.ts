import type PhotoSwipe from 'photoswipe'

/** How long each picture is shown. */
const pauseMs = 2000

export interface Slideshow {
  /** Starts it, or stops it when it runs. */
  toggle(): void
  stop(): void
}

/**
 * Shows the next picture every two seconds, when the one before has arrived. It is over when the reader does anything
 * else or looks away.
 * @param onToggle  is told whether it now runs
 */
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

/** Whether there is anything to show by itself, and the reader lets things move. */
export function offersSlideshow(pswp: PhotoSwipe): boolean {
  return pswp.getNumItems() > 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
