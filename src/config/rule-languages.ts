import type { RouteRule } from './route-rule.ts'
import { rulePath, stepsOf } from './rule-paths.ts'
import { isReserved, ruleMatching } from './rule-problem.ts'

/** Locale prefix of English paths; Russian ones have no prefix. */
const english = '/en'

export interface RulesInBothLanguages {
  rules: RouteRule[]
  /** One for each rule that applies only in Russian, although that was not requested */
  warnings: string[]
}

/** Adds the English equivalent of each Russian rule, unless one is given or the rule is limited to Russian. */
export function applyInBothLanguages(given: readonly RouteRule[], isRussianOnly: (rule: RouteRule) => boolean) {
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

/** `/` becomes `/en`, and `/old/**` becomes `/en/old/**`. */
function inEnglish(path: string): string {
  return path.startsWith('/') && !isEnglish(path) ? `${english}${path.replace(/^\/(?=$|[?#])/, '')}` : path
}

/**
 * Files, API paths and other sites have the same URL in all languages; feeds and Markdown pages have one per language.
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
