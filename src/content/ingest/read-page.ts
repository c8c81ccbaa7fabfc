import { createHash } from 'node:crypto'
import { z } from 'zod'
import { splitLocale } from '../../i18n/locales.ts'
import { addressOf, baseOf, slugify, stemOf, withoutOrder } from '../addresses.ts'
import { firstParagraph, titleFrom, titleIn } from '../body/derive.ts'
import type { Collection, PageKind } from '../collections.ts'
import type { Body } from '../mdc/ast.ts'
import { mayContainFormulas } from '../mdc/lex/formula.ts'
import { mayContainLabelTitles } from '../mdc/lex/opening.ts'
import { type DroppedMdx, plainMarkdown } from '../mdc/mdx.ts'
import { type ParseOptions, parseMdc } from '../mdc/parse.ts'
import { ownPictureOf } from '../own-pictures.ts'
import { isOneEditApart } from '../search/spelling.ts'
import { publicationTimeOf } from './dates.ts'
import {
  type BlogFields,
  blogFields,
  type DocsFields,
  docsFields,
  maxLevels,
  readFields,
  unknownFields,
} from './fields.ts'
import { foreignFields } from './foreign-fields.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { type OldAddress, readOldAddresses } from './moves/old-addresses.ts'
import { errorsIn, type FoundProblem, type Problem, warningsIn } from './problem.ts'

export type PageCollection = Extract<Collection, { kind: PageKind }>

export interface PageSource {
  collection: PageCollection
  file: string
  text: string
  common: {
    id: string
    title: string
    description: string
    draft: boolean
    extension: 'md'
    head: string | null
    navigation: string | null
    ogImage: string | null
    path: string
    robots: string | null
    schemaOrg: string | null
    seo: string
    sitemap: string | null
    stem: string
  }
  meta: Record<string, unknown>
  body: Body
  /**
   * Body for our own pages if it differs from that of the API: with formulas, which the API gets as text, and with
   * titles, which the API gets as content
   */
  shown: Body | undefined
  /** Number of nodes before `<!-- more -->`, which form the excerpt */
  excerptLength: number | undefined
  updated: string | null
  blog: { category: string; date: string; image: string | null } | undefined
  /** Time of publication, ms UTC; undefined if the page is public immediately */
  publishAt: number | undefined
  oldAddresses: OldAddress[]
}

export type PageResult =
  | { status: 'read'; page: PageSource; warnings: Problem[] }
  | { status: 'broken'; problems: Problem[] }

/**
 * Fields whose errors reject the page, because they have no safe fallback: they define the page, its visibility, its
 * age and its old addresses.
 */
const decisive = ['title', 'draft', 'robots', 'date', 'updated', 'redirect_from']

const footnoteWords = {
  ru: { title: 'Примечания', backTo: (number: number) => `Вернуться к ссылке ${number}` },
  en: { title: 'Footnotes', backTo: (number: number) => `Back to reference ${number}` },
}

export function readPage(collection: PageCollection, file: string, text: string): PageResult {
  const split = readFrontMatter(text)
  if (split.status === 'broken') return broken(file, split.problems)
  const { frontMatter } = split
  const known = collection.kind === 'blog' ? blogFields : docsFields
  const read = readFields(known, decisive, frontMatter)
  if (read.status === 'broken') return broken(file, read.problems)
  const { fields, data } = read
  const isMdx = file.endsWith('.mdx')
  const { text: content, dropped } = plainMarkdown(frontMatter.content, isMdx)
  const misplaced = collection.kind === 'blog' && misplacedArticle(addressOf(collection, file))
  if (misplaced) return broken(file, [misplaced])
  const options = {
    firstLine: frontMatter.contentLine,
    footnotes: footnoteWords[collection.locale],
    toc: typeof fields.toc === 'object' ? fields.toc : {},
    base: baseOf(file),
    isMdx,
  }
  const parsed = parseMdc(content, options)
  const problems = parsed.problems.map(({ fatal, ...problem }): Problem => {
    return { ...problem, file, severity: fatal ? 'error' : 'warning' }
  })
  if (problems.some(({ severity }) => severity === 'error')) return { status: 'broken', problems }
  const title = fields.title ?? (titleIn(parsed.body.value, file) || titleFrom(file))
  const description = fields.description ?? parsed.description ?? firstParagraph(parsed.body.value) ?? ''
  const blog = collection.kind === 'blog' ? blogColumns(file, blogFields.parse(data)) : undefined
  const old = readOldAddresses(collection.locale, fields.redirect_from, frontMatter.lineOf(['redirect_from']))
  const asShown = readShown(content, options)
  const withoutToc = fields.toc === false ? { toc: undefined } : {}
  const page: PageSource = {
    collection,
    file,
    text,
    common: commonColumns(collection, file, fields, { title, description }),
    // Fields for which the content protocol has no columns are stored in `meta`.
    meta: {
      ...unknownFields(recordOf(frontMatter.data), known),
      ...(fields.colorMode && { colorMode: fields.colorMode }),
    },
    excerptLength: parsed.excerpt?.value.length,
    body: { ...parsed.body, ...withoutToc },
    shown: asShown && { ...asShown, ...withoutToc },
    updated: 'updated' in fields && typeof fields.updated === 'string' ? fields.updated : null,
    blog,
    publishAt: typeof data.date === 'string' ? publicationTimeOf(data.date) : undefined,
    oldAddresses: old.addresses,
  }
  return {
    status: 'read',
    page,
    warnings: [
      ...problems,
      ...(dropped ? [modulesDropped(file, frontMatter.contentLine, dropped)] : []),
      ...missingDescription(file, description),
      ...misspelledFields(file, frontMatter, known),
      ...warningsIn(file, [
        ...foreignFields(file, frontMatter),
        ...read.problems,
        ...tooManyLevels(data, frontMatter.lineOf(['toc'])),
        ...unsupportedColorMode(fields, frontMatter),
        ...old.problems,
      ]),
    ],
  }
}

/** Parses a text again for our own pages, only if it may contain formulas or titles in labels. */
function readShown(content: string, options: ParseOptions): Body | undefined {
  const formulas = mayContainFormulas(content)
  if (!formulas && !mayContainLabelTitles(content)) return undefined
  return parseMdc(content, { ...options, formulas, labelTitles: true }).body
}

function commonColumns(
  collection: PageCollection,
  file: string,
  fields: DocsFields | BlogFields,
  { title, description }: { title: string; description: string },
): PageSource['common'] {
  return {
    id: `${collection.name}/${stemOf(file)}.md`,
    title,
    description,
    draft: fields.draft,
    extension: 'md',
    head: json(fields.head),
    navigation: json(fields.navigation),
    ogImage: json(fields.ogImage),
    path: addressOf(collection, file),
    robots: json(fields.robots),
    schemaOrg: json(fields.schemaOrg),
    seo: JSON.stringify({
      ...fields.seo,
      title: fields.seo.title ?? title,
      description: fields.seo.description ?? description,
    }),
    sitemap: json(fields.sitemap),
    stem: stemOf(file),
  }
}

function blogColumns(file: string, fields: BlogFields): PageSource['blog'] {
  const [, , folder = ''] = file.split('/')
  const category = slugify(fields.category ?? withoutOrder(folder))
  const { src, alt = '' } = typeof fields.image === 'object' ? fields.image : { src: fields.image }
  const address = src === undefined ? undefined : (ownPictureOf(file, src) ?? src)
  const image = address === undefined ? null : JSON.stringify({ src: address, alt: fields.imageAlt ?? alt })
  return { category, date: fields.date, image }
}

/**
 * Returns a problem if an article is not directly in a category's folder: only `/blog/news/title` is a valid address of
 * an article.
 */
function misplacedArticle(address: string): FoundProblem | undefined {
  if (splitLocale(address).path.split('/').length === 4) return undefined
  const hint = 'Move it there, or rename it: blog/news/title.md.'
  return { line: 1, message: 'An article must be in the folder of its category', hint }
}

/** Makes the warning about removed MDX code, one per file, because an MDX text may begin with many imports. */
function modulesDropped(file: string, firstLine: number, { line, modules, comments }: DroppedMdx): Problem {
  const counts = [
    ...(modules > 0 ? [modules === 1 ? '1 import or export' : `${modules} imports or exports`] : []),
    ...(comments > 0 ? [comments === 1 ? '1 comment' : `${comments} comments`] : []),
  ]
  const message = `MDX is not run: ${counts.join(' and ')} ${modules + comments === 1 ? 'is' : 'are'} left out`
  const hint = 'Remove them, or use a block of the site instead.'
  return { file, line: firstLine + line, message, hint, severity: 'warning' }
}

function missingDescription(file: string, description: string): Problem[] {
  if (description) return []
  const message = 'The page has no description, and no paragraph to derive one from'
  const hint = 'Add "description: …" to the front matter: one sentence that says what the reader gets.'
  return [{ file, line: 1, field: 'description', message, hint, severity: 'warning' }]
}

/**
 * Makes warnings for unknown fields that differ from a known one by one edit; all other unknown fields are custom
 * fields.
 */
function misspelledFields(file: string, frontMatter: FrontMatter, known: z.ZodObject): Problem[] {
  const unknown = Object.keys(unknownFields(recordOf(frontMatter.data), known))
  return unknown.flatMap((name) => {
    const meant = Object.keys(known.shape).find((field) => field.length > 3 && isOneEditApart(field, name))
    if (!meant) return []
    const hint = `Rename it if you meant "${meant}"; otherwise it is stored as a custom field.`
    const message = `Unknown field, did you mean "${meant}"?`
    return [{ file, line: frontMatter.lineOf([name]), field: name, message, hint, severity: 'warning' as const }]
  })
}

function tooManyLevels({ toc }: Record<string, unknown>, line: number): FoundProblem[] {
  const asked = recordOf(toc)
  return Object.entries(maxLevels).flatMap(([name, most]) => {
    const levels = asked[name]
    if (typeof levels !== 'number' || (Number.isInteger(levels) && levels >= 1 && levels <= most)) return []
    const message = `expected 1 to ${most}, got ${levels}; the nearest allowed value is used`
    return [{ line, field: `toc.${name}`, message, hint: `Change the value of "toc.${name}".` }]
  })
}

function unsupportedColorMode({ colorMode }: DocsFields | BlogFields, frontMatter: FrontMatter): FoundProblem[] {
  if (colorMode !== 'system') return []
  const message = 'expected light or dark, got "system"; readers keep the mode they have chosen'
  return [{ line: frontMatter.lineOf(['colorMode']), field: 'colorMode', message, hint: 'Leave "colorMode" out.' }]
}

function broken(file: string, problems: FoundProblem[]): PageResult {
  return { status: 'broken', problems: errorsIn(file, problems) }
}

function recordOf(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).catch({}).parse(value)
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

export function rowHash(values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}
