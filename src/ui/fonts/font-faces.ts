import { join, resolve } from 'node:path'

const sheet = join(import.meta.dir, '../styles/fonts.css')

export interface FontFace {
  family: string
  file: string
  weights: { min: number; max: number }
  characters: string
}

/** Faces in `fonts.css` that are files, our own or a package's. */
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
