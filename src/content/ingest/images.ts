import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownPictureFile, servedName } from '../own-pictures.ts'
import { renewTime } from './renew-time.ts'

/** px: the product's breakpoints xs to xxl */
export const variantWidths = [320, 640, 768, 1024, 1280, 1536]

/** Raise when copies of the same picture come out otherwise: they are named anew, and those of before are cleared. */
const copyVersion = 1

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

export interface ImageMaker {
  /** Measures a picture and makes missing webp copies; undefined when there is no such file, or none that shows anything. */
  prepare(src: string): Promise<ImageRow | undefined>
}

export interface ImageMakerOptions {
  /** By its address: of `public`, or beside the texts */
  readPicture(src: string): Promise<Uint8Array | undefined>
  imagesDir: string
}

export function createImageMaker({ readPicture, imagesDir }: ImageMakerOptions): ImageMaker {
  const copiesOf = async (digest: string) => {
    const made = await Promise.all(variantWidths.map((width) => exists(join(imagesDir, variantName(digest, width)))))
    return variantWidths.filter((_, at) => made[at])
  }
  return {
    prepare: async (src) => {
      const original = await readPicture(src)
      if (!original) return undefined
      const digest = createHash('sha256').update(`${copyVersion} `).update(original).digest('hex').slice(0, 16)
      await mkdir(imagesDir, { recursive: true })
      if (ownPictureFile(src) !== undefined)
        await writeOnce(join(imagesDir, servedName(src, digest)), async () => original)
      const sharp = await loadSharp()
      if (!sharp)
        return { src, digest, ...sizeWithoutLibrary(original), widths: JSON.stringify(await copiesOf(digest)) }
      const measured = await sharp(original)
        .metadata()
        .catch(() => undefined)
      if (!measured) return undefined
      // As it is seen: cameras write which way is up beside the points.
      const { width, height } = measured.autoOrient
      // Vectors scale to any size; photographs are never enlarged.
      const isVector = src.endsWith('.svg')
      const fits = (variant: number) => (isVector || variant <= width) && (variant * height) / width <= mostCopyHeight
      // Copies would show the first picture of a moving one.
      const widths = (measured.pages ?? 1) > 1 ? [] : variantWidths.filter(fits)
      const made = await Promise.all(
        widths.map((variant) => {
          const density = isVector ? Math.min(2400, Math.max(1, (72 * variant) / width)) : undefined
          const copy = sharp(original, { density }).autoOrient().resize({ width: variant }).webp({ quality: 82 })
          // Cut off, or of too many points: one bad picture must not keep the site from its texts.
          const draw = () => copy.toBuffer().catch(() => undefined)
          return writeOnce(join(imagesDir, variantName(digest, variant)), draw)
        }),
      )
      return made.every(Boolean) ? { src, digest, width, height, widths: JSON.stringify(widths) } : undefined
    },
  }
}

export function variantName(digest: string, width: number): string {
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

function sizeWithoutLibrary(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPng = bytes.length > 24 && view.getUint32(0) === 0x89504e47
  if (isPng) return { width: view.getUint32(16), height: view.getUint32(20) }
  const head = new TextDecoder().decode(bytes.subarray(0, 2048))
  const [, width, height] = /<svg[^>]*\swidth="(\d+)[^>]*\sheight="(\d+)/.exec(head) ?? []
  // Unknown formats get the aspect ratio of covers, so that the layout does not shift.
  return { width: Number(width ?? 1536), height: Number(height ?? 864) }
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
