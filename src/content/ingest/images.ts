import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownPictureFile, servedName } from '../own-pictures.ts'
import { renewTime } from './picture-copies.ts'
import { withoutLocation } from './picture-location.ts'
import { maxPictureBytes } from './read-source.ts'

/** Widths of the copies of a picture, px: the product's breakpoints xs to xxl */
const variantWidths = [320, 640, 768, 1024, 1280, 1536]

/**
 * Version of the copies. Increase it when the same picture gives different copies: they get new names, and the old ones
 * are removed.
 */
const copyVersion = 2

/**
 * Max number of pixels of a picture. A picture of this size takes about 200 MB while its copies are made; phone cameras
 * stay below.
 */
const maxPoints = 50_000_000

/** Max height of a picture in the format webp, px */
const maxCopyHeight = 16_383

export interface ImageRow {
  src: string
  digest: string
  width: number
  height: number
  /** Widths of the existing copies, a JSON list of numbers in px */
  widths: string
}

/** Result for a picture that exists but would take too much memory. */
export interface TooLarge {
  /** Description of the size, such as `16,000 × 12,000 pixels; the limit is 50 million` */
  tooLarge: string
}

export interface Measurement {
  /** Row of the picture, including the copies that already exist */
  row: ImageRow
  /** Whether `prepare` may add copies */
  lacksCopies: boolean
}

export interface ImageMaker {
  /**
   * Measures a picture. This is fast because it makes no copies, so pages can show the original meanwhile; it never
   * waits for `prepare`.
   * @param known  the last row; an unchanged picture is not decoded again
   * @returns undefined if the file is missing or not a picture
   */
  measure(src: string, known?: ImageRow): Promise<Measurement | TooLarge | undefined>
  /** Measures a picture and makes its missing webp copies, one picture at a time. */
  prepare(src: string, known?: ImageRow): Promise<ImageRow | TooLarge | undefined>
}

export interface ImageMakerOptions {
  /** Reads the file of a picture. @param src  address of a file in `public` or beside the texts */
  readPicture(src: string): Promise<Uint8Array | { tooManyBytes: number } | undefined>
  imagesDir: string
  load?: (() => ReturnType<typeof loadSharp>) | undefined
}

export function createImageMaker(options: ImageMakerOptions): ImageMaker {
  const { imagesDir } = options
  const prepare = async (src: string, known: ImageRow | undefined) => {
    const inspection = await inspect(options, src, known, true)
    if (!inspection || 'tooLarge' in inspection) return inspection
    const { row, original, widths, lacksCopies, sharp } = inspection
    if (!lacksCopies || !sharp) return row
    // Copies are made one after the other, because each one decodes the whole picture.
    for (const copy of widths) {
      const draw = () => drawCopy(sharp, src, original, { width: row.width, copy })
      if (!(await writeOnce(join(imagesDir, variantName(row.digest, copy)), draw))) return undefined
    }
    return { ...row, widths: JSON.stringify(widths) }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    measure: async (src, known) => {
      const inspection = await inspect(options, src, known, false)
      return inspection && 'row' in inspection
        ? { row: inspection.row, lacksCopies: inspection.lacksCopies }
        : inspection
    },
    prepare: (src, known) => {
      const prepared = last.then(() => prepare(src, known))
      last = prepared.catch(() => undefined)
      return prepared
    },
  }
}

interface Inspection extends Measurement {
  original: Uint8Array
  /** Widths of the copies to make, px */
  widths: number[]
  /** The graphics library; undefined if it was not needed or cannot be loaded */
  sharp: Sharp | undefined
}

/**
 * Measures a picture and finds its missing copies. @param isExact  measures a known picture without copies again, which
 * may be an animated one, for which none are made. Loading the library takes about 15 MB of memory and an eighth of the
 * startup time.
 */
async function inspect(
  { readPicture, imagesDir, load = loadSharp }: ImageMakerOptions,
  src: string,
  last: ImageRow | undefined,
  isExact: boolean,
): Promise<Inspection | TooLarge | undefined> {
  const read = await readPicture(src)
  if (!read) return undefined
  if ('tooManyBytes' in read) return bytesRefusal(read.tooManyBytes)
  if (read.byteLength > maxPictureBytes) return bytesRefusal(read.byteLength)
  const original = withoutLocation(read)
  const digest = createHash('sha256').update(`${copyVersion} `).update(original).digest('hex').slice(0, 16)
  const found = async (size: PictureSize, sharp?: Sharp): Promise<Inspection> => {
    if (ownPictureFile(src) !== undefined)
      await writeOnce(join(imagesDir, servedName(src, digest)), async () => original)
    const widths = widthsOf(src, size)
    const made = await Promise.all(widths.map((width) => renew(variantName(digest, width))))
    const present = widths.filter((_, at) => made[at])
    const row = { src, digest, width: size.width, height: size.height, widths: JSON.stringify(present) }
    return { row, original, widths, sharp, lacksCopies: present.length < widths.length }
  }
  // The file's modification time is renewed, so that `clearCopies` keeps the picture, which is about to be used again.
  const renew = (name: string) => renewTime(join(imagesDir, name), Date.now())
  await mkdir(imagesDir, { recursive: true })
  const known = last?.digest === digest ? await found({ ...last, isAnimated: false }) : undefined
  if (known && (!isExact || !known.lacksCopies)) return known
  const sharp = await load()
  const size = sharp ? await readSize(sharp, src, original) : sizeWithoutLibrary(original)
  if (!size) return undefined
  const { width, height } = size
  if (!isVector(src) && width * height > maxPoints) return pixelsRefusal(width, height)
  return found(size, sharp)
}

type Sharp = NonNullable<Awaited<ReturnType<typeof loadSharp>>>

interface PictureSize {
  width: number
  height: number
  isAnimated: boolean
}

function widthsOf(src: string, { width, height, isAnimated }: PictureSize): number[] {
  const fits = (copy: number) => (isVector(src) || copy <= width) && (copy * height) / width <= maxCopyHeight
  return isAnimated ? [] : variantWidths.filter(fits)
}

/** Whether a picture is an SVG drawing, of which copies of any size are made; photographs are never enlarged. */
function isVector(src: string): boolean {
  return src.endsWith('.svg')
}

/**
 * Reads the size of a picture from its header, so that a false number of pixels costs nothing. Animated pictures are
 * marked, because a copy would show only the first frame.
 */
async function readSize(sharp: Sharp, src: string, original: Uint8Array) {
  try {
    const { autoOrient, pages = 1 } = await sharp(original, {
      limitInputPixels: isVector(src) && maxPoints,
    }).metadata()
    // `autoOrient` is the visible size: cameras store the orientation separately from the pixels.
    return { ...autoOrient, isAnimated: pages > 1 }
  } catch {
    return undefined
  }
}

/** Makes one copy of a picture; undefined for a truncated picture, because one bad picture must not stop the ingest. */
async function drawCopy(
  sharp: Sharp,
  src: string,
  original: Uint8Array,
  { width, copy }: { width: number; copy: number },
): Promise<Uint8Array | undefined> {
  const density = isVector(src) ? Math.min(2400, Math.max(1, (72 * copy) / width)) : undefined
  const drawn = sharp(original, { density, limitInputPixels: maxPoints }).autoOrient().resize({ width: copy })
  return drawn
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => undefined)
}

function pixelsRefusal(width: number, height: number): TooLarge {
  const [across, down] = [width, height].map((points) => points.toLocaleString('en'))
  return { tooLarge: `${across} × ${down} pixels; the limit is ${maxPoints / 1e6} million` }
}

function bytesRefusal(bytes: number): TooLarge {
  return { tooLarge: `${(bytes / mebibyte).toFixed(1)} MiB; the limit is ${maxPictureBytes / mebibyte} MiB` }
}

const mebibyte = 1024 * 1024

function variantName(digest: string, width: number): string {
  return `${digest}-${width}.webp`
}

/**
 * Loads the native graphics library. If it cannot be loaded (in the single binary), originals are shown instead of
 * copies.
 */
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
  if (isPng) return { width: view.getUint32(16), height: view.getUint32(20), isAnimated: false }
  const head = new TextDecoder().decode(bytes.subarray(0, 2048))
  const [, width, height] = /<svg[^>]*\swidth="(\d+)[^>]*\sheight="(\d+)/.exec(head) ?? []
  // Pictures of unknown size get the aspect ratio of covers, so that the layout does not shift.
  return { width: Number(width ?? 1536), height: Number(height ?? 864), isAnimated: false }
}

/** Writes a file unless it exists. @returns whether the file exists; nothing is written if `make` fails */
async function writeOnce(path: string, make: () => Promise<Uint8Array | undefined>): Promise<boolean> {
  // The file's modification time is renewed, so that `clearCopies` keeps the picture, which is about to be used again.
  if (await renewTime(path, Date.now())) return true
  const bytes = await make()
  if (!bytes) return false
  // Another process may be making the same copy, so each process writes its own draft and renames it.
  const draft = `${path}.${randomUUID()}.part`
  await writeFile(draft, bytes)
  await rename(draft, path)
  return true
}
