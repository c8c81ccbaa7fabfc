import type PhotoSwipe from 'photoswipe'
import type { Slideshow } from './slideshow.ts'

const zoomStep = 1.5

/** Adds keys to the library's arrows and Escape. Keys pressed in another dialog in front are left to it. */
export function enableKeys(pswp: PhotoSwipe, dialog: HTMLDialogElement, slideshow: Slideshow | undefined): void {
  const zoomBy = (factor: number) => {
    const { currSlide, options } = pswp
    currSlide?.zoomTo(currSlide.currZoomLevel * factor, undefined, options.zoomAnimationDuration)
  }
  const actions = new Map<string, () => void>([
    ['+', () => zoomBy(zoomStep)],
    ['=', () => zoomBy(zoomStep)],
    ['-', () => zoomBy(1 / zoomStep)],
    ['0', () => zoomBy(0)],
    // By physical key: the library only knows the Latin letter.
    ['KeyZ', () => pswp.toggleZoom()],
    ['Home', () => pswp.goTo(0)],
    ['End', () => pswp.goTo(pswp.getNumItems() - 1)],
    [' ', () => slideshow?.toggle()],
  ])
  pswp.on('keydown', (event) => {
    const { originalEvent: pressed } = event
    const { target, key, code, ctrlKey, metaKey, altKey } = pressed
    const isElsewhere = target instanceof Element && target !== document.body && !dialog.contains(target)
    // Space and Enter press the focused button.
    const isPress = target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')
    if (isElsewhere || isPress || ctrlKey || metaKey || altKey) return event.preventDefault()
    if (key !== ' ') slideshow?.stop()
    // Keeps the page behind from scrolling.
    if (key === 'PageUp' || key === 'PageDown') pressed.preventDefault()
    const action = actions.get(key) ?? actions.get(code)
    if (!action) return
    event.preventDefault()
    pressed.preventDefault()
    action()
  })
}
