/** `bun run fonts`: what the rules of `fonts.css` ask of the published faces, written beside this file. */
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
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures, noHinting: true } as const
  const part = await subsetFont(whole, characters, options)
  await Bun.write(join(import.meta.dir, `${name}.woff2`), part)
}
