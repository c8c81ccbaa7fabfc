import { extname, posix } from 'node:path'
import { localeFolder } from './collections.ts'

/* Pictures beside the texts have addresses in this folder. A page refers to a picture by its address, which is
   unique per file. */

const folder = '/content/'
const pictureFile = new RegExp(`^${localeFolder}/.+\\.(png|jpe?g|gif|webp|avif|svg)$`, 'i')

/** Whether a file is a picture below the folder of a language, such as `content/ru`. */
export function isOwnPictureFile(file: string): boolean {
  return pictureFile.test(file)
}

/** Returns the file of a picture's address, such as `ru/docs/images/1.png`; undefined for any other address */
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
 * Returns the address of a picture that a text names `images/1.png`, `./a.png` or `../shared/b.png`; undefined if the
 * path is not relative, not a picture or outside the content folder
 */
export function ownPictureOf(textFile: string, src: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|[/\\#?])/i.test(src)) return undefined
  const [path = ''] = src.split(/[?#]/)
  const file = posix.join(posix.dirname(textFile), decoded(path))
  return isOwnPictureFile(file) ? ownPictureAddress(file) : undefined
}

/** Returns the file name under which a picture is served, with the hash of its contents. */
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
