import { z } from 'zod'
import { instantOf } from './dates.ts'
import { type FrontMatter, problemsOf } from './front-matter.ts'
import type { FoundProblem } from './problem.ts'

/** Field with a bare date or an instant, stored as an ISO instant in UTC. */
const expectedDate = 'expected a date such as 2026-11-20'
const isoDate = z.string(expectedDate).transform((written, { issues }) => {
  const instant = instantOf(written)
  if (instant !== undefined) return instant
  issues.push({ code: 'custom', message: expectedDate, input: written })
  return z.NEVER
})

/** Field with text. Numbers are accepted, because YAML parses a title such as 404 as a number. */
const text = z
  .union([z.string(), z.number().transform(String)], 'expected text')
  .pipe(z.string().trim().min(1, 'expected text'))
const anyObject = z.record(z.string(), z.unknown())
const publicPath = z
  .string('expected an address')
  .regex(/^(\/(?!\/)|https?:\/\/)/, 'expected an address from the root of the site, such as /covers/name.svg')
  .refine((value) => !decoded(value).split('/').includes('..'), 'expected an address without ".."')

const cover = z.union(
  [publicPath, z.string().regex(/^\.\.?\/.+\.(png|jpe?g|gif|webp|avif|svg)$/i)],
  'expected an address such as /covers/name.svg, or ./name.png',
)

const icon = z.union([text, z.literal(false)], 'expected the name of an icon, or false')
const navigationFields = z.looseObject({ title: text.optional(), icon: icon.optional() })
const navigation = z.union([z.boolean(), navigationFields], 'expected true, false or fields such as title, icon, badge')

/**
 * Max number of heading levels in a table of contents, from h2 on, and max levels of nested blocks that are searched
 * for headings.
 */
export const maxLevels = { depth: 5, searchDepth: 6 }
const levels = (most: number) => z.number().transform((asked) => Math.min(most, Math.max(1, Math.floor(asked))))
const contents = z.looseObject({
  title: text.optional(),
  depth: levels(maxLevels.depth).optional(),
  searchDepth: levels(maxLevels.searchDepth).optional(),
})

const oldAddresses = z
  .union([z.string(), z.array(z.string())], 'expected old addresses of this site, such as /docs/old-name')
  .transform((written) => [written].flat())

const pageFields = {
  title: text.optional(),
  description: text.optional(),
  draft: z.boolean('expected true or false').default(false),
  navigation: navigation.optional(),
  seo: z.looseObject({ title: text.optional(), description: text.optional() }, 'expected fields').default({}),
  head: z.union([anyObject, z.array(z.unknown())], 'expected fields').optional(),
  ogImage: z.union([publicPath, anyObject, z.literal(false)], 'expected an address, fields or false').optional(),
  robots: z
    .union(
      [z.string(), z.boolean(), anyObject, z.array(z.string()).transform((rules) => rules.join(', '))],
      'expected rules such as noindex, or true or false',
    )
    .optional(),
  redirect_from: oldAddresses.optional(),
  colorMode: z.enum(['light', 'dark', 'system'], 'expected light or dark').optional(),
  schemaOrg: z.union([anyObject, z.array(anyObject)]).optional(),
  sitemap: z.union([z.boolean(), anyObject], 'expected true, false or fields').optional(),
  toc: z.union([z.boolean(), contents], 'expected true, false or fields such as title, depth, searchDepth').optional(),
}

export const docsFields = z.looseObject({
  ...pageFields,
  updated: isoDate.optional(),
  date: isoDate.optional(),
})

export const blogFields = z.looseObject({
  ...pageFields,
  date: isoDate,
  category: text.optional(),
  image: z
    .union([cover, z.looseObject({ src: cover, alt: z.string().optional() })], 'expected an address, or src and alt')
    .optional(),
  imageAlt: z.string().optional(),
})

export const categoryFields = z.looseObject({
  title: text.optional(),
  description: text.optional(),
  icon: icon.optional(),
  label: text.optional(),
  slug: z
    .string('expected text')
    .regex(/^[a-z0-9-]+$/, 'expected lower-case Latin letters, digits and dashes')
    .optional(),
})

export const folderFields = z.looseObject({
  title: text.optional(),
  icon: icon.optional(),
  navigation: navigation.default(true),
})

export type DocsFields = z.infer<typeof docsFields>
export type BlogFields = z.infer<typeof blogFields>

/** Removes blank fields, because a line such as `description:` counts as missing. */
export function withoutBlanks(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== ''))
}

/** Returns the fields that have no column of their own, which are stored in `meta`. */
export function unknownFields(data: Record<string, unknown>, known: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !(name in known.shape)))
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

export type FieldsResult<Known extends z.ZodObject> =
  | { status: 'read'; fields: z.infer<Known>; data: Record<string, unknown>; problems: FoundProblem[] }
  | { status: 'broken'; problems: FoundProblem[] }

/**
 * Validates the fields of the front matter. An invalid field is reported and dropped. @param decisive  fields whose
 * errors reject the page
 */
export function readFields<Known extends z.ZodObject>(
  known: Known,
  decisive: readonly string[],
  frontMatter: FrontMatter,
): FieldsResult<Known> {
  const data = withoutBlanks(frontMatter.data)
  const read = known.safeParse(data)
  if (read.success) return { status: 'read', fields: read.data, data, problems: [] }
  const places = read.error.issues.map(({ path }) => path)
  const problems = problemsOf(read.error, frontMatter)
  const fatal = problems.filter((_, at) => decisive.includes(String(places[at]?.[0])))
  if (fatal.length > 0) return { status: 'broken', problems: fatal }
  const rest = places.reduce(without, data)
  const again = known.safeParse(rest)
  if (!again.success) return { status: 'broken', problems: problemsOf(again.error, frontMatter) }
  return { status: 'read', fields: again.data, data: rest, problems: problems.map(asIgnored) }
}

function asIgnored(problem: FoundProblem): FoundProblem {
  return { ...problem, hint: `${problem.hint} Until then the field is ignored.` }
}

function without(data: Record<string, unknown>, [name, ...rest]: PropertyKey[]): Record<string, unknown> {
  const { [String(name)]: value, ...others } = data
  return rest.length > 0 && isFields(value) ? { ...others, [String(name)]: without(value, rest) } : others
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
