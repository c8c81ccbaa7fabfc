import { findPicture, hashOf, type PictureNames } from './hash.ts'

export interface PagePicture extends PictureNames {
  link: HTMLAnchorElement
}

/** Pictures of the page in reading order. Not cached: partials may have changed the page. */
export function pagePictures(): PagePicture[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('a[data-gallery]')].map((link) => ({
    link,
    gallery: link.dataset.gallery ?? '',
    slug: link.dataset.slug,
  }))
}

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
