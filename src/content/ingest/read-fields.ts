import type { z } from 'zod'
import { withoutBlanks } from './fields.ts'
import { type FrontMatter, problemsOf } from './front-matter.ts'
import type { FoundProblem } from './problem.ts'

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
