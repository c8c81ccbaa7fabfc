import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { ConfigError } from './config-error.ts'
import { environmentWarnings } from './environment-warnings.ts'

const rulesOf = (rules: unknown, env: Record<string, string> = {}) =>
  readConfig({ ROUTE_RULES: JSON.stringify(rules), ...env }).site.routeRules
const problemOf = (rules: unknown, env?: Record<string, string>) => {
  try {
    rulesOf(rules, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return undefined
}

test('without a variable there are no rules', () => {
  expect(readConfig({}).site.routeRules).toEqual([])
})

test('rules are read from the variable or a file, with status 307 by default', () => {
  const rules = { '/': { redirect: '/docs' }, '/old/**': { redirect: 'https://old.example/**', status: 301 } }
  const expected = [
    { from: '/', to: '/docs', status: 307 },
    { from: '/old/**', to: 'https://old.example/**', status: 301 },
    { from: '/en', to: '/en/docs', status: 307 },
    { from: '/en/old/**', to: 'https://old.example/**', status: 301 },
  ] as const
  expect(rulesOf(rules)).toEqual([...expected])
  const folder = mkdtempSync(join(tmpdir(), 'kurs-rules-'))
  const file = join(folder, 'rules.json')
  writeFileSync(file, JSON.stringify(rules))
  expect(readConfig({ ROUTE_RULES: file }).site.routeRules).toEqual([...expected])
  writeFileSync(file, '{"/a": }')
  expect(() => readConfig({ ROUTE_RULES: file })).toThrow(
    `The route rules of ${file} cannot be used:\n  this is no JSON`,
  )
  rmSync(folder, { recursive: true })
  expect(() => readConfig({ ROUTE_RULES: file })).toThrow(`${file} cannot be used:\n  the file cannot be read (ENOENT`)
})

test.each([
  [{ old: { redirect: '/new' } }, 'old → /new: expected a path such as /old'],
  [{ '/**': { redirect: '/new' } }, 'it would take every page'],
  [{ '/a/*/b': { redirect: '/new' } }, '"**" only at its end'],
  [{ '/a//b': { redirect: '/new' } }, 'expected a plain path'],
  [{ '/a/../b': { redirect: '/new' } }, 'expected a plain path'],
  [{ '/a?b=1': { redirect: '/new' } }, 'expected a plain path'],
  [{ '/a/': { redirect: '/new' } }, 'expected no slash at its end'],
  [{ '/a%': { redirect: '/new' } }, 'invalid percent-encoding'],
  [{ '/api/**': { redirect: '/new' } }, 'this path is reserved'],
  [{ '/assets': { redirect: '/new' } }, 'this path is reserved'],
  [{ '/old': { redirect: '/new/**' } }, 'only a rule that ends with /**'],
  [{ '/old/**': { redirect: '/new?x=/**' } }, 'can be put behind a path alone'],
  [{ '/old': { redirect: 'new' } }, 'expected a path such as /new, or an address'],
  [{ '/old': { redirect: '//elsewhere.example' } }, 'expected a plain path'],
  [{ '/old': { redirect: '/\\elsewhere.example' } }, 'expected a plain path'],
  [{ '/old': { redirect: 'javascript:alert(1)' } }, 'expected a path such as /new, or an address'],
  [{ '/old': { redirect: 'https://a:b@elsewhere.example' } }, 'holds no password'],
  [{ '/old': { redirect: '/new', status: 200 } }, '/old → status: expected 301, 302, 307 or 308'],
  [{ '/old': { redirect: '/new', to: '/other' } }, '/old: Unrecognized key'],
  [{ '/old': {} }, '/old → redirect: expected a path or an address'],
  [[], 'all of it'],
])('a bad rule is rejected with a remedy: %j', (rules, problem) => {
  const message = problemOf(rules) ?? ''
  expect(message).toContain('The route rules of ')
  expect(message).toContain(problem)
  expect(message).toEndWith('Correct them and start again.')
})

test.each([
  [{ '/a': { redirect: '/a' } }],
  [{ '/a/**': { redirect: '/a/b' } }],
  [{ '/a/**': { redirect: '/a/b/**' } }],
  [{ '/a': { redirect: '/b' }, '/b': { redirect: '/a' } }],
  [{ '/a/**': { redirect: '/b/**' }, '/b/k': { redirect: '/a/k' } }],
  [{ '/a': { redirect: '/%62/c?x=1' }, '/b/**': { redirect: '/c' } }],
  [{ '/a/**': { redirect: '/b/**' }, '/b/c/**': { redirect: '/d' } }],
])('no rule leads to a rule, itself or another: %j', (rules) => {
  expect(problemOf(rules)).toMatch(/it leads to the rule \/[\w/*]+: name the page where it ends/)
})

test('a URL of the site itself is rejected as a target', () => {
  const rules = { '/a': { redirect: 'https://kurs.example/a' } }
  expect(problemOf(rules, { SITE_URL: 'https://kurs.example' })).toContain('write only the path')
  expect(problemOf(rules)).toBeUndefined()
})

test('every bad rule is named, and more than 200 are rejected', () => {
  const message = problemOf({ one: { redirect: '/x' }, two: { redirect: '/x' }, '/three': { redirect: '/x' } })
  expect(message).toContain('one → /x')
  expect(message).toContain('two → /x')
  expect(message).not.toContain('/three')
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`/old-${at}`, { redirect: '/new' }]))
  expect(problemOf(many(201))).toContain('201 rules: expected at most 200')
  expect(rulesOf(many(200))).toHaveLength(400)
})

test.each([
  ['/a', '/docs/b?x=1#y', '/en/docs/b?x=1#y'],
  ['/a/**', '/docs/**', '/en/docs/**'],
  ['/a/**', '/', '/en'],
  ['/a', '/docs/1.x', '/en/docs/1.x'],
  ['/a', '/blog/feed.xml', '/en/blog/feed.xml'],
  ['/a', '/en/docs', '/en/docs'],
  ['/a', '/files/price.pdf', '/files/price.pdf'],
  ['/a', '/api/openapi.json', '/api/openapi.json'],
  ['/a', 'https://old.example/b', 'https://old.example/b'],
])('a rule also applies in English: %s → %s leads to %s there', (from, redirect, english) => {
  expect(rulesOf({ [from]: { redirect, status: 308 } })).toEqual([
    { from, to: redirect, status: 308 },
    { from: `/en${from}`, to: english, status: 308 },
  ])
})

test('a rule applies in one language if it says so, is English, or English has its own', () => {
  const rules = {
    '/a': { redirect: '/docs', locale: 'ru' },
    '/en/b': { redirect: '/en/docs' },
    '/c/**': { redirect: '/docs' },
    '/en/c/**': { redirect: '/en/blog' },
  }
  expect(rulesOf(rules).map(({ from, to }) => [from, to])).toEqual([
    ['/a', '/docs'],
    ['/en/b', '/en/docs'],
    ['/c/**', '/docs'],
    ['/en/c/**', '/en/blog'],
  ])
  expect(environmentWarnings({ ROUTE_RULES: JSON.stringify(rules) })).toEqual([])
  expect(problemOf({ '/a': { redirect: '/b', locale: 'en' } })).toContain('/a → locale: expected "ru"')
})

test.each([
  [{ '/a': { redirect: '/b' }, '/en/b': { redirect: '/en/c' } }, '/a', '/en/a would lead to the rule /en/b'],
  [{ '/b/**': { redirect: '/en/**' } }, '/b/**', '/en/b/** would lead to the rule /en/b/**'],
  [{ '/b': { redirect: '/en/c' }, '/c': { redirect: '/d' } }, '/c', 'the rule /b would lead to /en/c'],
])('a rule that cannot apply in English gives a warning; the written rules apply: %j', (rules, from, reason) => {
  expect(rulesOf(rules).map((rule) => rule.from)).toEqual(expect.arrayContaining(Object.keys(rules)))
  expect(rulesOf(rules).map((rule) => rule.from)).not.toContain(`/en${from}`)
  expect(environmentWarnings({ ROUTE_RULES: JSON.stringify(rules) })).toEqual([
    `The route rule ${from} does not hold in English: ${reason}. Give /en${from} a rule of its own, or write "locale": "ru" here.`,
  ])
})

test('rules that stop the start give no additional warnings', () => {
  expect(environmentWarnings({ ROUTE_RULES: '{"a": 1}' })).toEqual([])
})
