import { join } from 'node:path'
import type Sharp from 'sharp'

export interface Preview {
  site: string
  section: string
  title: string
}

/** Version of the design, part of the pictures' file names; increase it with every change of the design */
export const previewLook = 1
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

/** Draws a preview picture. @returns a PNG of 1200×630 */
export async function drawPreview(sharp: typeof Sharp, { site, section, title }: Preview): Promise<Uint8Array> {
  for (const fontfile of faces)
    await sharp({ text: { text: 'K', font: 'Inter', fontfile } })
      .raw()
      .toBuffer()
  const write = (text: string, font: string, color: string) => {
    const escaped = Bun.escapeHTML(drawable(text))
    const set = { text: `<span foreground="${color}">${escaped}</span>`, font, width: textWidth, rgba: true, dpi: 72 }
    return sharp({ text: { ...set, wrap: 'word-char' } })
      .png()
      .toBuffer({ resolveWithObject: true })
  }
  const layers = [
    { input: (await write(site, 'Inter Bold 38', '#ffffff')).data, left: edge + 76, top: 81 },
    { input: (await write(section, 'Inter Medium 30', '#8b9bb0')).data, left: edge, top: 530 },
  ]
  for (const size of titleSizes) {
    const { data, info } = await write(title, `Inter Bold ${size}`, '#ffffff')
    const isLast = size === titleSizes.at(-1)
    if (info.height > titleHeight && !isLast) continue
    const height = Math.min(info.height, titleHeight)
    const input = await sharp(data).extract({ left: 0, top: 0, width: info.width, height }).png().toBuffer()
    layers.push({ input, left: edge, top: titleTop + Math.round((titleHeight - height) / 2) })
    break
  }
  return sharp(paper).composite(layers).png({ compressionLevel: 8 }).toBuffer()
}
