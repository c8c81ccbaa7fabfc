/** `bun run fonts`: what the rules of `fonts.css` ask of the published faces, and the faces of drawn previews. */
import { basename, dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { readFontFaces } from './font-faces.ts'

/** Kerning, tabular figures, accents; no ligatures, which code does without. */
const keepFeatures = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk']

const faces = await readFontFaces()
for (const { file, weights, characters } of faces.filter((face) => dirname(face.file) === import.meta.dir)) {
  const name = basename(file, '.woff2')
  const published = faces.find((face) => basename(face.file) === `${name}-wght-normal.woff2`)
  if (!published) throw new Error(`${file}: fonts.css names no published face to take it from`)
  const whole = Buffer.from(await Bun.file(published.file).bytes())
  const common = { keepFeatures, noHinting: true } as const
  const part = await subsetFont(whole, characters, {
    ...common,
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  await Bun.write(join(import.meta.dir, `${name}.woff2`), part)
  // Pango reads neither woff2 nor one variable weight by name.
  for (const weight of name.startsWith('inter-') ? [500, 700] : []) {
    const still = { ...common, targetFormat: 'truetype', variationAxes: { wght: weight } } as const
    const drawn = await subsetFont(whole, characters, still)
    await Bun.write(join(import.meta.dir, '../../content/previews/fonts', `${name}-${weight}.ttf`), drawn)
  }
}
