import PhotoSwipe from 'photoswipe'
import libraryStyles from 'photoswipe/photoswipe.css' with { type: 'file' }
import { enterAddress } from './address.ts'
import { addCaption, addSlideshow, controlOptions, explainFailures, type Slideshow } from './controls.ts'
import ownStyles from './lightbox.css' with { type: 'file' }
import { addressedPicture, addressOf, type PagePicture, pagePictures } from './pictures.ts'
import { measureOnArrival, slideOf } from './slides.ts'
import { lightboxWords, loadLightboxWords } from './words.ts'

const zoomStep = 1.5

/**
 * Adds keyboard shortcuts to the library's arrows and Escape. Keys pressed in another dialog in front of the viewer are
 * ignored.
 */
function enableKeys(pswp: PhotoSwipe, dialog: HTMLDialogElement, slideshow: Slideshow | undefined): void {
  const zoomBy = (factor: number) => {
    const { currSlide, options } = pswp
    currSlide?.zoomTo(currSlide.currZoomLevel * factor, undefined, options.zoomAnimationDuration)
  }
  const actions = new Map<string, () => void>([
    ['+', () => zoomBy(zoomStep)],
    ['=', () => zoomBy(zoomStep)],
    ['-', () => zoomBy(1 / zoomStep)],
    ['0', () => zoomBy(0)],
    // `KeyZ` matches the physical key in any keyboard layout: the library only knows the Latin letter.
    ['KeyZ', () => pswp.toggleZoom()],
    ['Home', () => pswp.goTo(0)],
    ['End', () => pswp.goTo(pswp.getNumItems() - 1)],
    [' ', () => slideshow?.toggle()],
  ])
  pswp.on('keydown', (event) => {
    const { originalEvent: pressed } = event
    const { target, key, code, ctrlKey, metaKey, altKey } = pressed
    const isElsewhere = target instanceof Element && target !== document.body && !dialog.contains(target)
    // Space and Enter press the focused button instead of acting as a shortcut.
    const isPress = target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')
    if (isElsewhere || isPress || ctrlKey || metaKey || altKey) return event.preventDefault()
    if (key !== ' ') slideshow?.stop()
    // Prevents that Page Up and Page Down scroll the page behind the viewer.
    if (key === 'PageUp' || key === 'PageDown') pressed.preventDefault()
    const action = actions.get(key) ?? actions.get(code)
    if (!action) return
    event.preventDefault()
    pressed.preventDefault()
    action()
  })
}

let loaded: Promise<unknown> | undefined

/** Loads the viewer's style sheets. @throws Error when a sheet cannot be loaded; the next call tries again */
async function loadLightboxStyles(): Promise<void> {
  // The library's style sheet is loaded first, because ours refines it.
  loaded ??= Promise.all([libraryStyles, ownStyles].map(loadSheet))
  try {
    await loaded
  } catch (error) {
    loaded = undefined
    throw error
  }
}

function loadSheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The style sheet ${href} did not load`))
    })
    document.head.append(link)
  })
}

const maxScale = 4

interface OpenViewer {
  /** Shows the picture in the open viewer. Returns `false` if it is not in the gallery or the viewer is closing */
  goTo(picture: PagePicture): boolean
  close(isByAddress: boolean): Promise<void>
}

let viewer: OpenViewer | undefined

let pageHash = ''

export async function openPicture(link: HTMLAnchorElement): Promise<void> {
  const picture = pagePictures().find((other) => other.link === link)
  if (!addressedPicture(location.hash)) pageHash = location.hash
  if (picture) await open(picture)
}

export async function followAddress(oldHash: string): Promise<void> {
  const picture = addressedPicture(location.hash)
  if (!picture) pageHash = location.hash
  else if (!viewer && !addressedPicture(oldHash)) pageHash = oldHash
  if (picture && viewer?.goTo(picture)) return
  await viewer?.close(true)
  const addressed = addressedPicture(location.hash)
  if (addressed) await open(addressed)
}

async function open(picture: PagePicture): Promise<void> {
  await Promise.all([loadLightboxStyles(), loadLightboxWords()])
  if (viewer) return
  const isAddressed = addressedPicture(location.hash)?.gallery === picture.gallery
  if (isAddressed) picture.link.scrollIntoView({ block: 'center', behavior: 'instant' })
  const pictures = pagePictures().filter(({ gallery }) => gallery === picture.gallery)
  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox'
  dialog.ariaLabel = lightboxWords().title
  document.body.append(dialog)
  try {
    const pswp = createPhotoSwipe(pictures, indexOf(pictures, picture), dialog)
    dialog.showModal()
    viewer = connect(pswp, pictures, dialog, isAddressed)
    pswp.init()
    // The `<dialog>` around the viewer has the role and the name. The library's role descriptions are English words, so
    // they are removed.
    pswp.element?.removeAttribute('role')
    for (const part of dialog.querySelectorAll('[aria-roledescription]')) part.removeAttribute('aria-roledescription')
  } catch (error) {
    // A viewer that failed must not cover the page.
    dialog.remove()
    viewer = undefined
    throw error
  }
}

function createPhotoSwipe(pictures: PagePicture[], index: number, dialog: HTMLDialogElement): PhotoSwipe {
  const link = pictures[index]?.link
  return new PhotoSwipe({
    ...controlOptions(),
    dataSource: pictures.map(slideOf),
    index,
    appendToEl: dialog,
    bgOpacity: 1,
    paddingFn: ({ x }) => ({ top: 64, bottom: 72, left: x < 640 ? 0 : 80, right: x < 640 ? 0 : 80 }),
    secondaryZoomLevel: ({ fit }) => (fit < 1 ? Math.min(1, maxScale * fit) : 2),
    maxZoomLevel: ({ fit }) => maxScale * fit,
    pinchToClose: false,
    wheelToZoom: true,
    showHideAnimationType: link && isInView(link) ? 'zoom' : 'fade',
    // The `<dialog>` handles focus and Escape, so the library must not.
    trapFocus: false,
    returnFocus: false,
    escKey: false,
  })
}

function connect(
  pswp: PhotoSwipe,
  pictures: PagePicture[],
  dialog: HTMLDialogElement,
  isAddressed: boolean,
): OpenViewer {
  const shown = () => pictures[pswp.currIndex] ?? pictures[0]
  const hashOfShown = () => {
    const picture = shown()
    return picture ? addressOf(picture) : ''
  }
  const closed = Promise.withResolvers<void>()
  let isLeft = false
  let isByAddress = false
  // The library cannot close the viewer during its opening animation, so wait for the animation's end.
  const close = () => (pswp.opener.isOpening ? pswp.on('openingAnimationEnd', () => pswp.close()) : pswp.close())

  addCaption(pswp, pictures)
  explainFailures(pswp, dialog)
  measureOnArrival(pswp)
  enableKeys(pswp, dialog, addSlideshow(pswp, dialog))
  closeWith(dialog, close)

  pswp.on('firstUpdate', () => {
    const address = enterAddress({ hash: hashOfShown(), pageHash, isAddressed })
    pswp.on('change', () => address.show(hashOfShown()))
    pswp.on('close', () => {
      isLeft = true
      address.leave(isByAddress)
      const link = shown()?.link
      if (link && !isInView(link)) link.scrollIntoView({ block: 'center', behavior: 'instant' })
      // A picture in a hidden tab panel has no visible place to shrink to, so the viewer fades out instead.
      if (link && !isInView(link)) pswp.options.showHideAnimationType = 'fade'
    })
  })
  pswp.on('destroy', () => {
    dialog.remove()
    viewer = undefined
    shown()?.link.focus({ preventScroll: true })
    closed.resolve()
  })

  return {
    goTo: (picture) => {
      const index = indexOf(pictures, picture)
      if (isLeft || index < 0) return false
      pswp.goTo(index)
      return true
    },
    close: (byAddress) => {
      isByAddress ||= byAddress
      close()
      return closed.promise
    },
  }
}

function closeWith(dialog: HTMLDialogElement, close: () => void): void {
  // `cancel` fires on Escape, and on Back on a phone.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close()
  })
  dialog.addEventListener('close', close)
}

function indexOf(pictures: PagePicture[], { link }: PagePicture): number {
  return pictures.findIndex((other) => other.link === link)
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}
