import type { RouteRule } from './route-rule.ts'
import { overlap, type RulePath, rulePath, stepsOf } from './rule-paths.ts'

/** Paths of the API, assets and the content protocol */
const reservedPaths = ['/api', '/assets', '/builds', '/images', '/socket.io', '/_i18n', '/_nuxt', '/__nuxt_content']

/** Describes what is wrong with a rule. Rules may not lead to rules, so redirect loops are found at start. */
export function ruleProblem({ from, to }: RouteRule, rules: RouteRule[], siteUrl?: string): string | undefined {
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

export function isReserved(path: RulePath): boolean {
  return reservedPaths.some((base) => overlap({ base, includesBelow: true }, path))
}

/** @returns the first rule that matches a target; undefined for targets on other sites */
export function ruleMatching(to: string, rules: readonly RouteRule[]): RouteRule | undefined {
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
