import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownPictureFile, servedName } from '../own-pictures.ts'
import { withoutPlace } from './picture-place.ts'
import { maxPictureBytes } from './read-source.ts'
import { renewTime } from './renew-time.ts'

/** px: the product's breakpoints xs to xxl */
const variantWidths = [320, 640, 768, 1024, 1280, 1536]

/** Raise when copies of the same picture come out otherwise: they are named anew, and those of before are cleared. */
const copyVersion = 2

/** Some 200 MB while copies are made of it; cameras of telephones stay below. */
const mostPoints = 50_000_000

/** px: webp knows no more */
const mostCopyHeight = 16_383

export interface ImageRow {
  src: string
  digest: string
  width: number
  height: number
  /** JSON list of px */
  widths: string
}

/** It is there, and would take too much memory. */
export interface TooLarge {
  /** `16,000 × 12,000 points; 50 million is the limit` */
  tooLarge: string
}

export interface Measured {
  /** With the copies that exist already */
  row: ImageRow
  /** `prepare` may add copies. */
  lacksCopies: boolean
}

export interface ImageMaker {
  /**
   * Fast: makes no copies, so that pages can show the original in its place. Never waits for `prepare`.
   * @param known  its last row: the same picture is not decoded again
   * @returns undefined when there is no such file, or none that shows anything
   */
  measure(src: string, known?: ImageRow): Promise<Measured | TooLarge | undefined>
  /** Measures a picture and makes missing webp copies, one picture after the other. */
  prepare(src: string, known?: ImageRow): Promise<ImageRow | TooLarge | undefined>
}

export interface ImageMakerOptions {
  /** By its address: of `public`, or beside the texts */
  readPicture(src: string): Promise<Uint8Array | { tooManyBytes: number } | undefined>
  imagesDir: string
  load?: (() => ReturnType<typeof loadSharp>) | undefined
}

export function createImageMaker(options: ImageMakerOptions): ImageMaker {
  const { imagesDir } = options
  const prepare = async (src: string, known: ImageRow | undefined) => {
    const seen = await look(options, src, known, true)
    if (!seen || 'tooLarge' in seen) return seen
    const { row, original, widths, lacksCopies, sharp } = seen
    if (!lacksCopies || !sharp) return row
    // One after the other: each of them reads the whole picture.
    for (const copy of widths) {
      const draw = () => drawCopy(sharp, src, original, { width: row.width, copy })
      if (!(await writeOnce(join(imagesDir, variantName(row.digest, copy)), draw))) return undefined
    }
    return { ...row, widths: JSON.stringify(widths) }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    measure: async (src, known) => {
      const seen = await look(options, src, known, false)
      return seen && 'row' in seen ? { row: seen.row, lacksCopies: seen.lacksCopies } : seen
    },
    prepare: (src, known) => {
      const prepared = last.then(() => prepare(src, known))
      last = prepared.catch(() => undefined)
      return prepared
    },
  }
}

interface Seen extends Measured {
  original: Uint8Array
  /** Widths of the copies to make, px */
  widths: number[]
  /** Undefined where it was not needed, or cannot be loaded */
  sharp: Sharp | undefined
}

/**
 * @param isExact  measures a known picture that lacks copies again: it may be a moving one, which has none. The library
 *   takes some 15 MB, and an eighth of a start.
 */
async function look(
  { readPicture, imagesDir, load = loadSharp }: ImageMakerOptions,
  src: string,
  last: ImageRow | undefined,
  isExact: boolean,
): Promise<Seen | TooLarge | undefined> {
  const read = await readPicture(src)
  if (!read) return undefined
  if ('tooManyBytes' in read) return manyBytes(read.tooManyBytes)
  if (read.byteLength > maxPictureBytes) return manyBytes(read.byteLength)
  const original = withoutPlace(read)
  const digest = createHash('sha256').update(`${copyVersion} `).update(original).digest('hex').slice(0, 16)
  const found = async (size: PictureSize, sharp?: Sharp): Promise<Seen> => {
    if (ownPictureFile(src) !== undefined)
      await writeOnce(join(imagesDir, servedName(src, digest)), async () => original)
    const widths = widthsOf(src, size)
    const made = await Promise.all(widths.map((width) => renew(variantName(digest, width))))
    const present = widths.filter((_, at) => made[at])
    const row = { src, digest, width: size.width, height: size.height, widths: JSON.stringify(present) }
    return { row, original, widths, sharp, lacksCopies: present.length < widths.length }
  }
  // About to be named again, however long nobody has: `clearCopies` leaves it alone.
  const renew = (name: string) => renewTime(join(imagesDir, name), Date.now())
  await mkdir(imagesDir, { recursive: true })
  const known = last?.digest === digest ? await found({ ...last, isMoving: false }) : undefined
  if (known && (!isExact || !known.lacksCopies)) return known
  const sharp = await load()
  const size = sharp ? await readSize(sharp, src, original) : sizeWithoutLibrary(original)
  if (!size) return undefined
  const { width, height } = size
  if (!isVector(src) && width * height > mostPoints) return manyPoints(width, height)
  return found(size, sharp)
}

type Sharp = NonNullable<Awaited<ReturnType<typeof loadSharp>>>

interface PictureSize {
  width: number
  height: number
  isMoving: boolean
}

/** Widths of the copies to make, px */
function widthsOf(src: string, { width, height, isMoving }: PictureSize): number[] {
  const fits = (copy: number) => (isVector(src) || copy <= width) && (copy * height) / width <= mostCopyHeight
  return isMoving ? [] : variantWidths.filter(fits)
}

/** Vectors scale to any size; photographs are never enlarged. */
function isVector(src: string): boolean {
  return src.endsWith('.svg')
}

/** Its head alone is read, however many points it tells of. Copies would show the first picture of a moving one. */
async function readSize(sharp: Sharp, src: string, original: Uint8Array) {
  try {
    const { autoOrient, pages = 1 } = await sharp(original, {
      limitInputPixels: isVector(src) && mostPoints,
    }).metadata()
    // As it is seen: cameras write which way is up beside the points.
    return { ...autoOrient, isMoving: pages > 1 }
  } catch {
    return undefined
  }
}

/** Undefined where it is cut off: one bad picture must not keep the site from its texts. */
async function drawCopy(
  sharp: Sharp,
  src: string,
  original: Uint8Array,
  { width, copy }: { width: number; copy: number },
): Promise<Uint8Array | undefined> {
  const density = isVector(src) ? Math.min(2400, Math.max(1, (72 * copy) / width)) : undefined
  const drawn = sharp(original, { density, limitInputPixels: mostPoints }).autoOrient().resize({ width: copy })
  return drawn
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => undefined)
}

function manyPoints(width: number, height: number): TooLarge {
  const [across, down] = [width, height].map((points) => points.toLocaleString('en'))
  return { tooLarge: `${across} × ${down} points; ${mostPoints / 1e6} million is the limit` }
}

function manyBytes(bytes: number): TooLarge {
  return { tooLarge: `${(bytes / mebibyte).toFixed(1)} MiB; ${maxPictureBytes / mebibyte} MiB is the limit` }
}

const mebibyte = 1024 * 1024

function variantName(digest: string, width: number): string {
  return `${digest}-${width}.webp`
}

/** A native library: where it cannot be loaded (the single binary), originals are shown instead. */
export async function loadSharp() {
  try {
    return (await import('sharp')).default
  } catch {
    return undefined
  }
}

function sizeWithoutLibrary(bytes: Uint8Array): PictureSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPng = bytes.length > 24 && view.getUint32(0) === 0x89504e47
  if (isPng) return { width: view.getUint32(16), height: view.getUint32(20), isMoving: false }
  const head = new TextDecoder().decode(bytes.subarray(0, 2048))
  const [, width, height] = /<svg[^>]*\swidth="(\d+)[^>]*\sheight="(\d+)/.exec(head) ?? []
  // Unknown formats get the aspect ratio of covers, so that the layout does not shift.
  return { width: Number(width ?? 1536), height: Number(height ?? 864), isMoving: false }
}

/** @returns whether it is there: nothing is written where nothing could be made */
async function writeOnce(path: string, make: () => Promise<Uint8Array | undefined>): Promise<boolean> {
  // About to be named again, however long nobody has: `clearCopies` leaves it alone.
  if (await renewTime(path, Date.now())) return true
  const bytes = await make()
  if (!bytes) return false
  // Another process may be making the same copy: each writes a draft of its own.
  const draft = `${path}.${randomUUID()}.part`
  await writeFile(draft, bytes)
  await rename(draft, path)
  return true
}
