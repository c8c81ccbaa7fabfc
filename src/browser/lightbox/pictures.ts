export interface PagePicture extends PictureNames {
  link: HTMLAnchorElement
}

/** Pictures of the page in reading order. The list is not cached, because partials may have changed the page. */
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

export interface PictureNames {
  gallery: string
  slug?: string
}

/** Parsed hash of an address: the name of a picture or gallery, and the place in the gallery, counted from 1 */
export interface HashTarget {
  name: string
  index: number
}

export type IsTaken = (fragment: string) => boolean

/**
 * Parses hashes such as `#candles` and `#prices-2`: a number after the last dash is the picture's place in the gallery,
 * otherwise the place is 1.
 */
export function parseHash(hash: string): HashTarget {
  const text = decoded(hash.replace(/^#/, ''))
  const dash = text.lastIndexOf('-')
  const last = text.slice(dash + 1)
  if (!/^\+?\d+$/.test(last)) return { name: text, index: 1 }
  return { name: text.slice(0, Math.max(0, dash)), index: Number(last) || 1 }
}

/**
 * Finds the picture that a hash names: by the picture's own name first, then by its gallery's name. Undefined if
 * another element of the page has this ID.
 */
export function findPicture<Picture extends PictureNames>(
  pictures: readonly Picture[],
  hash: string,
  isTaken: IsTaken,
): Picture | undefined {
  const text = decoded(hash.replace(/^#/, ''))
  if (text === '' || isTaken(text)) return undefined
  for (const { name, index } of [parseHash(hash), { name: text, index: 1 }]) {
    if (name === '') continue
    const found =
      pictures.filter(({ slug }) => slug === name)[index - 1] ??
      pictures.filter(({ gallery }) => gallery === name)[index - 1]
    if (found) return found
  }
  return undefined
}

/**
 * Returns the first form of a hash that `findPicture` resolves to this picture. The last form that is tried has a plus
 * sign, which no heading's ID contains.
 */
export function hashOf<Picture extends PictureNames>(
  pictures: readonly Picture[],
  picture: Picture,
  isTaken: IsTaken,
): string {
  const { slug, gallery } = picture
  const namesakes = slug === undefined ? [] : pictures.filter((other) => other.slug === slug)
  const others = pictures.filter((other) => other.gallery === gallery)
  const place = others.indexOf(picture) + 1
  const forms = [
    ...(slug === undefined ? [] : formsOf(slug, namesakes.indexOf(picture) + 1, namesakes[0] === picture)),
    ...formsOf(gallery, place, others.length === 1),
  ]
  const leadsBack = (form: string) => findPicture(pictures, form, isTaken) === picture
  return forms.find(leadsBack) ?? `#${encodeURIComponent(gallery)}-${place}`
}

function formsOf(name: string, place: number, mayStandAlone: boolean): string[] {
  const start = `#${encodeURIComponent(name)}`
  return [...(mayStandAlone ? [start] : []), `${start}-${place}`, `${start}-+${place}`]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
