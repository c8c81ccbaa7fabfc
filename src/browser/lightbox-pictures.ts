import { findPicture, hashOf, type PictureNames } from './lightbox-hash.ts'

/** A zoomable picture of the page: the link around it and what addresses name it by. */
export interface PagePicture extends PictureNames {
  link: HTMLAnchorElement
}

/** In reading order. Asked for each time: partials may have changed the page. */
export function pagePictures(): PagePicture[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('a[data-gallery]')].map((link) => ({
    link,
    gallery: link.dataset.gallery ?? '',
    slug: link.dataset.slug,
  }))
}

/** The picture that the address names, if it names one. */
export function addressedPicture(hash: string): PagePicture | undefined {
  return findPicture(pagePictures(), hash, isElsewhere)
}

export function addressOf(picture: PagePicture): string {
  const pictures = pagePictures()
  const own = pictures.find(({ link }) => link === picture.link)
  return own ? hashOf(pictures, own, isElsewhere) : ''
}

function isElsewhere(fragment: string): boolean {
  return document.getElementById(fragment) !== null
}
