import { extname, posix } from 'node:path'

/* Pictures that lie beside the texts. A page names one by this address, which no two files share. */

const folder = '/content/'

/** Below `content/ru` and `content/en`, as texts are. */
export function isOwnPictureFile(file: string): boolean {
  return /^(ru|en)\/.+\.(png|jpe?g|gif|webp|avif|svg)$/i.test(file)
}

/** @returns such as `ru/docs/images/1.png`; undefined for the address of anything else */
export function ownPictureFile(src: string): string | undefined {
  if (!src.startsWith(folder)) return undefined
  try {
    return decodeURIComponent(src.slice(folder.length))
  } catch {
    return undefined
  }
}

export function ownPictureAddress(file: string): string {
  return folder + file.split('/').map(encodeURIComponent).join('/')
}

/**
 * The address of what a text calls `images/1.png`, `./a.png` or `../shared/b.png`.
 * @returns undefined when it is named otherwise, is no picture, or lies out of the content folder
 */
export function ownPictureOf(textFile: string, src: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|[/\\#?])/i.test(src)) return undefined
  const [path = ''] = src.split(/[?#]/)
  const file = posix.join(posix.dirname(textFile), decoded(path))
  return isOwnPictureFile(file) ? ownPictureAddress(file) : undefined
}

/** The file of one as it is served, named by what it shows. */
export function servedName(src: string, digest: string): string {
  return `${digest}${extname(src).toLowerCase()}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
