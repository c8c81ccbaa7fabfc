import type PhotoSwipe from 'photoswipe'
import type { SlideData } from 'photoswipe'
import type { PagePicture } from './pictures.ts'

/** Assumed size of a picture until it has loaded, px */
const guess = { width: 1600, height: 1000 }

export function slideOf({ link }: PagePicture): SlideData {
  const image = link.querySelector('img')
  const isHere = image?.complete === true && image.naturalWidth > 0
  const arrived = isHere ? { width: image.naturalWidth, height: image.naturalHeight } : guess
  const { width, height } = measuresOf(link) ?? arrived
  // An SVG drawing is sharp at any size, so its raster copies in `srcset` are not used.
  const hasCopies = image?.srcset && !link.pathname.endsWith('.svg')
  return {
    element: link,
    src: link.href,
    srcset: hasCopies ? `${image.srcset}, ${link.href} ${width}w` : undefined,
    width,
    height,
    msrc: isHere ? image.currentSrc : undefined,
    alt: image?.alt ?? '',
  }
}

export function captionOf({ link }: PagePicture): string {
  const caption = link.closest('figure')?.querySelector(':scope > figcaption')
  return caption?.textContent || link.querySelector('img')?.alt || link.ariaLabel || ''
}

export function measureOnArrival(pswp: PhotoSwipe): void {
  pswp.on('loadComplete', ({ content: { data, element, index }, isError }) => {
    const isMeasured = !data.element || measuresOf(data.element) !== undefined
    if (isError || isMeasured || !(element instanceof HTMLImageElement)) return
    const { naturalWidth: width, naturalHeight: height } = element
    if (width === 0 || (data.width === width && data.height === height)) return
    Object.assign(data, { width, height })
    pswp.refreshSlideContent(index)
  })
}

function measuresOf({ dataset }: HTMLElement): { width: number; height: number } | undefined {
  const [width, height] = [Number(dataset.width), Number(dataset.height)]
  return width > 0 && height > 0 ? { width, height } : undefined
}
