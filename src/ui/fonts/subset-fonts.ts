import { basename, dirname, join, resolve } from 'node:path'
import subsetFont from 'subset-font'

const sheet = join(import.meta.dir, '../styles/fonts.css')

interface FontFace {
  family: string
  file: string
  weights: { min: number; max: number }
  characters: string
}

/** Reads the font faces of `fonts.css` whose sources are files, our own or a package's. */
export async function readFontFaces(): Promise<FontFace[]> {
  const rules = (await Bun.file(sheet).text()).matchAll(/@font-face \{([^}]*)\}/g)
  return Array.from(rules, ([, rule = '']) => rule).flatMap((rule) => {
    const [, family = ''] = /font-family: '([^']+)'/.exec(rule) ?? []
    const [, url] = /url\('([^']+)'\)/.exec(rule) ?? []
    const [, min, max] = /font-weight: (\d+) (\d+)/.exec(rule) ?? []
    const [, ranges = ''] = /unicode-range: ([^;]+)/.exec(rule) ?? []
    if (!url) return []
    const weights = { min: Number(min), max: Number(max) }
    return [{ family, file: resolve(sheet, '..', url), weights, characters: charactersIn(ranges) }]
  })
}

function charactersIn(ranges: string): string {
  return Array.from(ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi), ([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  })
    .flat()
    .join('')
}

/** `bun run fonts`: builds the subsets that `fonts.css` declares, and the faces of preview images. */

/**
 * OpenType features that subsets keep: kerning, tabular figures and accents. Ligatures are omitted, because code is
 * shown without them.
 */
const keepFeatures = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk']
const common = { keepFeatures, noHinting: true } as const

const faces = await readFontFaces()
for (const { file, weights, characters } of faces.filter((face) => dirname(face.file) === import.meta.dir)) {
  const name = basename(file, '.woff2')
  const part = await subsetFont(await wholeOf(name), characters, {
    ...common,
    targetFormat: 'woff2',
    // One optical size for all font sizes, as in the published text faces.
    variationAxes: { wght: weights, ...(name === 'inter' && { opsz: 14 }) },
  })
  await Bun.write(file, part)
  if (name === 'inter') for (const alphabet of ['latin', 'cyrillic']) await drawStill(alphabet, characters)
}

/** Reads a complete font file. The packages of all fonts except Inter have one file per alphabet. */
async function wholeOf(name: string): Promise<Buffer> {
  const inter = Bun.resolveSync('inter-ui/variable/InterVariable.woff2', import.meta.dir)
  return Buffer.from(await Bun.file(name === 'inter' ? inter : publishedFace(name).file).bytes())
}

function publishedFace(name: string): FontFace {
  const face = faces.find(({ file }) => basename(file) === `${name}-wght-normal.woff2`)
  if (!face) throw new Error(`fonts.css has no published font face ${name}`)
  return face
}

/**
 * Builds a static face for preview images: Pango, which draws them, reads neither woff2 nor a single weight of a
 * variable font.
 */
async function drawStill(alphabet: string, wanted: string): Promise<void> {
  const { file, characters } = publishedFace(`inter-${alphabet}`)
  const whole = Buffer.from(await Bun.file(file).bytes())
  const own = [...wanted].filter((character) => characters.includes(character)).join('')
  for (const weight of [500, 700]) {
    const still = { ...common, targetFormat: 'truetype', variationAxes: { wght: weight } } as const
    const drawn = await subsetFont(whole, own, still)
    await Bun.write(join(import.meta.dir, '../../content/previews/fonts', `inter-${alphabet}-${weight}.ttf`), drawn)
  }
}
