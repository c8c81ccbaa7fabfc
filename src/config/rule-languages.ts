import type { RouteRule } from './route-rule.ts'
import { rulePath, stepsOf } from './rule-paths.ts'
import { isForPrograms, ruleLedTo } from './rule-problem.ts'

/** Russian addresses have no prefix. */
const english = '/en'

export interface RulesInBothLanguages {
  rules: RouteRule[]
  /** One for each rule that holds in Russian alone although nobody asked for that */
  warnings: string[]
}

/** Adds to each rule of Russian addresses the one of the same English addresses, unless that is given or not wanted. */
export function holdInBothLanguages(given: readonly RouteRule[], isRussianOnly: (rule: RouteRule) => boolean) {
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

/** No rule leads to a rule: neither the new one to one of them, nor one of them to it. */
function nextRule(added: RouteRule, rules: readonly RouteRule[]): string | undefined {
  const onward = ruleLedTo(added.to, [...rules, added])
  if (onward) return `${added.from} would lead to the rule ${onward.from}`
  const before = rules.find(({ to }) => ruleLedTo(to, [added]) !== undefined)
  return before && `the rule ${before.from} would lead to ${added.from}`
}

function warningOf({ from }: RouteRule, translated: RouteRule, reason: string): string {
  const advice = `Give ${translated.from} a rule of its own, or write "locale": "ru" here.`
  return `The route rule ${from} does not hold in English: ${reason}. ${advice}`
}

const isEnglish = (path: string) => path === english || path.startsWith(`${english}/`)

/** `/` is `/en`, and `/old/**` is `/en/old/**`. */
function inEnglish(path: string): string {
  return path.startsWith('/') && !isEnglish(path) ? `${english}${path.replace(/^\/(?=$|[?#])/, '')}` : path
}

/** Files, what programs read and other sites have one address for all languages; feeds and texts of pages have two. */
function targetInEnglish(to: string): string {
  const [path = ''] = to.split(/[?#]/)
  const isFile = /\.[a-z][a-z\d]+$/i.test(path) && !/\.(md|xml)$/.test(path)
  return isFile || isForPrograms(rulePath(path)) ? to : inEnglish(to)
}

function keyOf(from: string): string {
  const { base, takesBelow } = rulePath(from)
  return `${(stepsOf(base) ?? []).join('/')} ${takesBelow}`
}
