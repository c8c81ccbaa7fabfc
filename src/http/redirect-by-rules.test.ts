import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../tests/property-runs.ts'
import { ConfigError } from '../config/config-error.ts'
import type { RouteRule } from '../config/route-rule.ts'
import { readRouteRules } from '../config/route-rules.ts'
import { findRedirects } from './redirect-by-rules.ts'

const rule = (from: string, to: string): RouteRule => ({ from, to, status: 301 })
const leads = (rules: RouteRule[], path: string, search = '') => findRedirects(rules)(path, search)?.location

test.each([
  ['/old', '/new', '/old', '', '/new'],
  ['/old', '/new', '/old', '?a=1&b=2', '/new?a=1&b=2'],
  ['/old', '/new?c=3#part', '/old', '?a=1', '/new?c=3&a=1#part'],
  ['/old/**', '/new', '/old/a/b', '', '/new'],
  ['/old/**', '/new/**', '/old', '', '/new'],
  ['/old/**', '/new/**', '/old/a/b', '?x', '/new/a/b?x'],
  ['/old/**', 'https://old.example/**', '/old/a', '', 'https://old.example/a'],
  ['/old/**', 'https://old.example/**', '/old//evil.example', '', 'https://old.example/evil.example'],
  ['/old/**', '/new/**', '/old///evil.example/..%2f', '', '/new/evil.example/..%2F'],
  ['/старое', '/новое', '/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5', '', '/%D0%BD%D0%BE%D0%B2%D0%BE%D0%B5'],
  ['/a', '/b', '/%61', '', '/b'],
  ['/', '/docs', '/', '?x=1', '/docs?x=1'],
])('%s → %s: %s%s leads to %s', (from, to, path, search, expected) => {
  expect(leads([rule(from, to)], path, search)).toBe(expected)
})

test.each(['/olds', '/older/x', '/', '/a/old', '/%', '/old%2Fx'])(
  'a rule for /old and below does not match %s',
  (path) => {
    expect(leads([rule('/old/**', '/new')], path)).toBeUndefined()
  },
)

test('the most specific rule applies', () => {
  const rules = [rule('/a/**', '/one'), rule('/a/b/**', '/two'), rule('/a/b', '/three')]
  expect(['/a/x', '/a/b/x', '/a/b'].map((path) => leads(rules, path))).toEqual(['/one', '/two', '/three'])
})

const step = fc.constantFrom('a', 'b', 'c', 'ж', '%20', 'x.y')
const path = fc.array(step, { maxLength: 3 }).map((steps) => `/${steps.join('/')}`)
const pattern = fc
  .tuple(path, fc.boolean())
  .map(([own, takesBelow]) => (takesBelow ? `${own}/**`.replace('//', '/') : own))
const target = fc.oneof(pattern, fc.constantFrom('https://else.example', 'https://else.example/**', '/a?x=1#y'))
const ruleSet = fc.dictionary(pattern, target, { maxKeys: 5 })
const asked = fc.tuple(
  fc.oneof(
    path,
    fc.webPath().map((each) => `/${each}`),
    fc.string().map((text) => `/${text}`),
  ),
  fc.webQueryParameters(),
)

/** Parses redirect rules; undefined for rules that are rejected at start. */
function accepted(rules: Record<string, string>): readonly RouteRule[] | undefined {
  try {
    const json = Object.fromEntries(Object.entries(rules).map(([from, redirect]) => [from, { redirect }]))
    return readRouteRules(JSON.stringify(json), 'https://kurs.example').rules
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

test('any redirect is one step, keeps the query, and stays on sites named by rules', () => {
  fc.assert(
    fc.property(ruleSet, asked, (given, [written, query]) => {
      const rules = accepted(given)
      const url = URL.parse(`https://kurs.example${written.replace(/[?#]/g, '')}${query && `?${query}`}`)
      fc.pre(rules !== undefined && url !== null)
      if (!rules || !url) return
      const find = findRedirects(rules)
      const found = find(url.pathname, url.search)
      if (!found) return
      const next = new URL(found.location, url)
      const origins = ['https://kurs.example', ...rules.flatMap(({ to }) => URL.parse(to)?.origin ?? [])]
      expect(origins).toContain(next.origin)
      expect(found.location).not.toMatch(/^\/[/\\]|[\r\n]/)
      expect(`${next.search}&`).toContain(`${url.search.slice(1)}&`)
      if (next.origin === url.origin) expect(find(next.pathname, next.search)).toBeUndefined()
    }),
    { numRuns: runsOf(5000) },
  )
})
