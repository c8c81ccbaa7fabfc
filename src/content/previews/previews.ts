import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Sharp from 'sharp'
import { href, paths } from '../../paths.ts'
import { loadSharp } from '../ingest/images.ts'

/** Link preview pictures for messengers: one per title, named by a hash of its text. */
export interface Previews {
  /** Returns the address of a preview; undefined until the preview is drawn */
  addressOf(preview: Preview): string | undefined
  /**
   * Draws missing pictures one at a time on threads of the graphics library, and removes unused ones. @returns whether
   * any picture was added or removed
   */
  draw(): Promise<boolean>
}

export interface PreviewsOptions {
  folder: string
  wanted(): Promise<Preview[]>
}

export function createPreviews({ folder, wanted }: PreviewsOptions): Previews {
  const drawn = new Set(existsSync(folder) ? readdirSync(folder).filter(isPreview) : [])
  return {
    addressOf: (preview) => {
      const file = nameOf(preview)
      return drawn.has(file) ? href(paths.images, { file }) : undefined
    },
    draw: async () => {
      const named = new Map((await wanted()).map((preview) => [nameOf(preview), preview]))
      const missing = [...named].filter(([name]) => !drawn.has(name))
      const dead = [...drawn].filter((name) => !named.has(name))
      // `sharp` is a native library. If it cannot be loaded (in the single binary), the site's default picture is used.
      const sharp = missing.length > 0 ? await loadSharp() : undefined
      const drawPreview = sharp && (await openCanvas(sharp))
      if (drawPreview) await mkdir(folder, { recursive: true })
      for (const [name, preview] of missing) {
        if (!drawPreview) break
        // Another process may be drawing the same picture, so each writes its own draft.
        const draft = join(folder, `${name}.${randomUUID()}.part`)
        try {
          await writeFile(draft, await drawPreview(preview))
          await rename(draft, join(folder, name))
        } finally {
          // Removes the draft after a failure, because on a full disk each attempt would leave one; after the rename
          // there is none.
          await rm(draft, { force: true })
        }
        drawn.add(name)
      }
      for (const name of dead) {
        await rm(join(folder, name), { force: true })
        drawn.delete(name)
      }
      return dead.length > 0 || (sharp !== undefined && missing.length > 0)
    },
  }
}

function nameOf({ site, section, title }: Preview): string {
  const written = JSON.stringify([previewLook, site, section, title])
  return `og-${createHash('sha256').update(written).digest('hex').slice(0, 16)}.png`
}

function isPreview(name: string): boolean {
  return /^og-[0-9a-f]{16}\.png$/.test(name)
}

export interface Preview {
  site: string
  section: string
  title: string
}

/** Version of the design, part of the pictures' file names; increase it with every change of the design */
const previewLook = 1
export const previewSize = { width: 1200, height: 630 }

/** Positions and sizes in the picture, px */
const [edge, textWidth, titleTop, titleHeight] = [80, 1040, 190, 300]
/** Font sizes of the title, px, largest first; a title too tall for one size is drawn in the next */
const titleSizes = [76, 64, 54, 44]

/** Fonts of the site, for machines without Cyrillic fonts. Latin and Cyrillic of one weight form one family. */
const faces = ['latin-700', 'cyrillic-700', 'latin-500', 'cyrillic-500'].map((name) =>
  join(import.meta.dir, 'fonts', `inter-${name}.ttf`),
)

const paper = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="#050b14"/>
<path d="M0 105h1200M0 210h1200M0 315h1200M0 420h1200M0 525h1200M200 0v630M400 0v630M600 0v630M800 0v630M1000 0v630" stroke="#0d1724"/>
<path d="M0 627h1200" stroke="#4fcb80" stroke-width="6"/>
<g transform="translate(80 72) scale(1.75)" fill="none" stroke="#04200f" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">
<rect width="32" height="32" rx="8" fill="#4fcb80" stroke="none"/>
<path d="M9 7v18M17.8 18.5l5.6 6.5" opacity=".55"/><path d="M9 18.5l5.2-3.6 3.6 3.6L24.5 9"/><circle cx="24.5" cy="9" r="2.4" fill="#04200f" stroke="none"/>
</g></svg>`)

/** Max number of characters that are drawn of a text; more do not fit */
const maxSigns = 500

/**
 * Removes from a text everything at which the library fails: invisible characters and characters not allowed in markup.
 * The result is never empty.
 */
function drawable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim()
  return /[^\p{Cf}\s]/u.test(plain) ? Array.from(plain).slice(0, maxSigns).join('') : '—'
}

/**
 * Loads the fonts and draws the background, which all previews share. @returns a function that draws a preview, a PNG
 * of 1200×630
 */
async function openCanvas(sharp: typeof Sharp): Promise<(preview: Preview) => Promise<Uint8Array>> {
  for (const fontfile of faces)
    await sharp({ text: { text: 'K', font: 'Inter', fontfile } })
      .raw()
      .toBuffer()
  const background = await pixelsOf(sharp(paper))
  const write = (text: string, font: string, color: string) => {
    const escaped = Bun.escapeHTML(drawable(text))
    const set = { text: `<span foreground="${color}">${escaped}</span>`, font, width: textWidth, rgba: true, dpi: 72 }
    return pixelsOf(sharp({ text: { ...set, wrap: 'word-char' } }))
  }
  return async ({ site, section, title }) => {
    const layers = [
      { ...(await write(site, 'Inter Bold 38', '#ffffff')), left: edge + 76, top: 81 },
      { ...(await write(section, 'Inter Medium 30', '#8b9bb0')), left: edge, top: 530 },
    ]
    for (const size of titleSizes) {
      const { input, raw } = await write(title, `Inter Bold ${size}`, '#ffffff')
      const isLast = size === titleSizes.at(-1)
      if (raw.height > titleHeight && !isLast) continue
      const height = Math.min(raw.height, titleHeight)
      const top = titleTop + Math.round((titleHeight - height) / 2)
      // The rows below the limit are left out.
      const rows = input.subarray(0, height * raw.width * raw.channels)
      layers.push({ input: rows, raw: { ...raw, height }, left: edge, top })
      break
    }
    return sharp(background.input, { raw: background.raw }).composite(layers).png({ compressionLevel: 8 }).toBuffer()
  }
}

/** Draws pixels without a picture format: encoding and decoding each layer takes as long as the drawing itself. */
async function pixelsOf(picture: ReturnType<typeof Sharp>) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } }
}
