import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { overlap, type RouteRule, type RulePath, rulePath, stepsOf } from './route-rule.ts'
import type { SiteLocale } from './site-config.ts'

/** Paths of the API, assets and the content protocol, which rules may not redirect */
const reservedPaths = ['/api', '/assets', '/builds', '/images', '/socket.io', '/_i18n', '/_nuxt', '/__nuxt_content']

/**
 * Describes the problem of a rule, if there is one. Rules may not lead to rules, so redirect loops are found at start.
 */
function ruleProblem({ from, to }: RouteRule, rules: RouteRule[], siteUrl?: string): string | undefined {
  const source = rulePath(from)
  const sourceProblem = pathProblem(source, from)
  if (sourceProblem) return sourceProblem
  if (source.includesBelow && source.base === '') return 'it would take every page: name a path, such as /old/**'
  if (isReserved(source)) return 'this path is reserved for the API and assets'
  const target = rulePath(to)
  if (target.includesBelow && !source.includesBelow) return 'only a rule that ends with /** has something to put there'
  if (target.includesBelow && /[?#]/.test(target.base)) return 'what ** stands for can be put behind a path alone'
  if (!to.startsWith('/')) return addressProblem(target.base, siteUrl)
  const problem = pathProblem({ ...target, base: target.base.replace(/[?#].*$/s, '') }, to)
  if (problem) return problem
  const next = ruleMatching(to, rules)
  return next && `it leads to the rule ${next.from}: name the page where it ends`
}

function isReserved(path: RulePath): boolean {
  return reservedPaths.some((base) => overlap({ base, includesBelow: true }, path))
}

/** @returns the first rule that matches a target; undefined for targets on other sites */
function ruleMatching(to: string, rules: readonly RouteRule[]): RouteRule | undefined {
  if (!to.startsWith('/')) return undefined
  const { base, includesBelow: takesBelow } = rulePath(to)
  const { pathname } = new URL(base.replace(/^[/\\]+/, '/'), 'http://site')
  return rules.find((rule) => overlap({ base: pathname, includesBelow: takesBelow }, rulePath(rule.from)))
}

function pathProblem({ base, includesBelow: takesBelow }: RulePath, written: string): string | undefined {
  if (!written.startsWith('/')) return 'expected a path such as /old or /old/**'
  if (/[\s\\*?#]|\/\/|\/\.{1,2}(\/|$)/.test(base))
    return 'expected a plain path: no spaces, no "//", no "..", "**" only at its end'
  if (base !== '/' && base.endsWith('/')) return 'expected no slash at its end'
  if (base === '' && !takesBelow) return 'expected a path'
  return stepsOf(base) ? undefined : 'invalid percent-encoding: expected such as %20'
}

function addressProblem(address: string, siteUrl: string | undefined): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || /[\s\\*]/.test(address))
    return 'expected a path such as /new, or an address such as https://kurs.example/new'
  if (url.username || url.password) return 'an address for everybody holds no password'
  return siteUrl && URL.parse(siteUrl)?.origin === url.origin
    ? 'this is the site itself: write only the path'
    : undefined
}

/** Prefixes of paths. Russian ones have none, and rules are extended to one further language. */
const { en: english }: Record<Exclude<SiteLocale, 'ru'>, string> = { en: '/en' }

interface RulesInBothLanguages {
  rules: RouteRule[]
  /** One warning for each rule that applies only in Russian, although that was not requested */
  warnings: string[]
}

/**
 * Adds the English equivalent of each Russian rule, unless the equivalent is given or the rule is limited to Russian.
 */
function applyInBothLanguages(given: readonly RouteRule[], isRussianOnly: (rule: RouteRule) => boolean) {
  const both: RulesInBothLanguages = { rules: [...given], warnings: [] }
  const own = new Set(given.map(({ from }) => keyOf(from)))
  for (const rule of given) {
    const translated = { from: inEnglish(rule.from), to: targetInEnglish(rule.to), status: rule.status }
    if (isEnglish(rule.from) || isRussianOnly(rule) || own.has(keyOf(translated.from))) continue
    const next = nextRule(translated, both.rules)
    if (next === undefined) both.rules.push(translated)
    else both.warnings.push(warningOf(rule, translated, next))
  }
  return both
}

/** Finds a chain of rules that adding a rule would create, in either direction. Chains are not allowed. */
function nextRule(added: RouteRule, rules: readonly RouteRule[]): string | undefined {
  const onward = ruleMatching(added.to, [...rules, added])
  if (onward) return `${added.from} would lead to the rule ${onward.from}`
  const before = rules.find(({ to }) => ruleMatching(to, [added]) !== undefined)
  return before && `the rule ${before.from} would lead to ${added.from}`
}

function warningOf({ from }: RouteRule, translated: RouteRule, reason: string): string {
  const advice = `Give ${translated.from} a rule of its own, or write "locale": "ru" here.`
  return `The route rule ${from} does not hold in English: ${reason}. ${advice}`
}

const isEnglish = (path: string) => path === english || path.startsWith(`${english}/`)

/** Returns the English path: `/` becomes `/en`, and `/old/**` becomes `/en/old/**`. */
function inEnglish(path: string): string {
  return path.startsWith('/') && !isEnglish(path) ? `${english}${path.replace(/^\/(?=$|[?#])/, '')}` : path
}

/**
 * Returns the English target. Files, API paths and other sites have the same URL in all languages; feeds and Markdown
 * pages have a URL per language.
 */
function targetInEnglish(to: string): string {
  const [path = ''] = to.split(/[?#]/)
  const isFile = /\.[a-z][a-z\d]+$/i.test(path) && !/\.(md|xml)$/.test(path)
  return isFile || isReserved(rulePath(path)) ? to : inEnglish(to)
}

function keyOf(from: string): string {
  const { base, includesBelow: takesBelow } = rulePath(from)
  return `${(stepsOf(base) ?? []).join('/')} ${takesBelow}`
}

/** Max number of redirect rules; each page embeds the rules of its language. */
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

/** Returns warnings about valid rules. Empty for invalid rules, which `readRouteRules` reports. */
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
