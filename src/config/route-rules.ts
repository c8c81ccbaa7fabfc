import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { applyInBothLanguages, type RulesInBothLanguages } from './rule-languages.ts'
import { ruleProblem } from './rule-problem.ts'

/** Max number of rules; each page embeds the rules of its language. */
const maxRules = 200

const rulesSchema = z.record(
  z.string(),
  z.strictObject({
    redirect: z.string('expected a path or an address'),
    status: z.literal([301, 302, 307, 308], 'expected 301, 302, 307 or 308').default(307),
    locale: z.literal('ru', 'expected "ru", for a rule that does not hold in English').optional(),
  }),
)

/**
 * Reads and validates the route rules.
 * @param given  path of a JSON file, or the JSON itself
 * @throws ConfigError naming the source, each bad rule and its problem
 */
export function readRouteRules(given: string | undefined, siteUrl: string | undefined): RulesInBothLanguages {
  if (given === undefined) return { rules: [], warnings: [] }
  const isText = /^\s*[{[]/.test(given)
  const source = isText ? 'ROUTE_RULES' : given
  const fail = (problems: string[]): never => {
    const lines = problems.map((problem) => `  ${problem}`).join('\n')
    throw new ConfigError(`The route rules of ${source} cannot be used:\n${lines}\nCorrect them and start again.`)
  }
  const parsed = rulesSchema.safeParse(parse(isText ? given : readFile(given, fail), fail))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join(' → ') || 'all of it'}: ${message}`)
    return fail(problems)
  }
  const rules = Object.entries(parsed.data).map(([from, { redirect: to, status }]) => ({ from, to, status }))
  if (rules.length > maxRules)
    fail([`${rules.length} rules: expected at most ${maxRules}; "/**" is for all below a path`])
  const problems = rules.flatMap((rule) => {
    const problem = ruleProblem(rule, rules, siteUrl)
    return problem ? [`${rule.from} → ${rule.to}: ${problem}`] : []
  })
  if (problems.length > 0) return fail(problems)
  return applyInBothLanguages(rules, ({ from }) => parsed.data[from]?.locale === 'ru')
}

/** Returns warnings about valid rules. Empty for invalid ones, which `readRouteRules` reports. */
export function routeRuleWarnings(given: string | undefined): string[] {
  try {
    return readRouteRules(given, undefined).warnings
  } catch (error) {
    if (error instanceof ConfigError) return []
    throw error
  }
}

function readFile(path: string, fail: (problems: string[]) => never): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return fail([`the file cannot be read (${error instanceof Error ? error.message : error})`])
  }
}

function parse(text: string, fail: (problems: string[]) => never): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : error
    return fail([`this is no JSON (${problem}): expected {"/old": {"redirect": "/new", "status": 301}}`])
  }
}
