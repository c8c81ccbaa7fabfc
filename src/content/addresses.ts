import { defaultLocale, localised } from '../i18n/locales.ts'
import type { Collection } from './collections.ts'

/** Pattern of a version such as `1.2.3` or `2.x`, which is a name, not an order prefix. */
const version = /^\d+(?:\.\d+)*(?:\.x)?$/
const orderPrefix = /^\d+\./
const defaultFolder = new RegExp(`^${defaultLocale}/`)

/**
 * Path without extension, with order prefixes: `ru/docs/1.start/2.a.md` → `docs/1.start/2.a`; other
 * languages keep their folder, `en/`. Hugo
 * names an index `_index`.
 */
export function stemOf(file: string): string {
  return file
    .replace(defaultFolder, '')
    .replace(/\.(mdx?|markdown|ya?ml)$/, '')
    .replace(/(?<=^|\/)((?:\d+\.)?)_index$/, '$1index')
}

/** Returns the address of a file's page: `docs/1.start/2.quick-start` → `/docs/start/quick-start` */
export function addressOf(collection: Collection, file: string): string {
  if (!('locale' in collection)) return pathOf(stemOf(file))
  const { locale } = collection
  return localised(locale, pathOf(stemOf(file.slice(locale.length + 1))))
}

/** Returns the path of a stem: `en/docs/1.start` → `/en/docs/start` */
export function pathOf(stem: string): string {
  const segments = stem.split('/').map(addressSegment)
  return `/${segments.filter((segment) => segment !== '').join('/')}`
}

export function addressSegment(part: string): string {
  const name = withoutOrder(part)
  return slugify(/^_?index$/.test(name) ? '' : name.replace(/\.draft$/, ''))
}

export function withoutOrder(part: string): string {
  return version.test(part) ? part : part.replace(orderPrefix, '')
}

/** Returns the last part of the address of an index page, `start` of `/docs/start`; undefined for other pages. */
export function baseOf(file: string): string | undefined {
  return nameOf(file) === 'index' ? pathOf(stemOf(file)).split('/').at(-1) : undefined
}

export function nameOf(file: string): string {
  return stemOf(file).split('/').at(-1)?.replace(orderPrefix, '') ?? ''
}

const transliteration = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ё:yo ж:zh з:z и:i й:j к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ' +
    'ц:c ч:ch ш:sh щ:sh ъ:u ы:y ь: э:e ю:yu я:ya'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
)

/** Converts a name to a slug: in lower case, with Cyrillic transliterated and without characters that need escaping. */
export function slugify(name: string): string {
  return [...name.toLowerCase()]
    .map((letter) => transliteration.get(letter) ?? letter)
    .join('')
    .replace(/[^a-z0-9._~-]+/g, ' ')
    .trim()
    .replace(/\s+/g, '-')
}

/** Sorts rows in the natural order of their stems: `2.a` before `10.b`, `index` first in its folder. */
export function sortByStem<Row extends { stem: string }>(rows: Iterable<Row>): Row[] {
  // Each stem is split only once, because there may be many thousands, and the order is checked first, because rows are
  // usually sorted already.
  const cut = Array.from(rows, (row) => ({ row, segments: row.stem.split('/') }))
  const isSorted = cut.every(({ segments }, at) => compareStems(cut[at - 1]?.segments ?? [], segments) <= 0)
  return (isSorted ? cut : cut.sort((a, b) => compareStems(a.segments, b.segments))).map(({ row }) => row)
}

function compareStems(left: string[], right: string[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareSegments(left[i] ?? '', right[i] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

const collator = new Intl.Collator('en', { numeric: true })

function compareSegments(left: string, right: string): number {
  if (left === right) return 0
  if (left === 'index') return -1
  if (right === 'index') return 1
  return collator.compare(left, right)
}
