import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { judgeAudit } from './audit.ts'
import { makeSbom, readLockfile } from './write-sbom.ts'

const root = join(import.meta.dir, '../../..')
const lock = readLockfile(readFileSync(join(root, 'bun.lock'), 'utf8'))
const digest = 'AAEC'

const small = readLockfile(`{ "workspaces": { "": { "name": "kurs",
    "dependencies": { "@scope/a": "1.0.0", }, "devDependencies": { "c": "1.0.0", }, }, },
  "packages": {
    "@scope/a": ["@scope/a@1.0.0", "", { "dependencies": { "b": "^1", }, }, "sha512-${digest}"],
    "@scope/a/b": ["b@1.0.0", "", {}, "sha512-${digest}"],
    "b": ["b@2.0.0", "", { "dependencies": { "c": "1" } }, "sha512-${digest}"],
    "c": ["c@1.0.0", "", { "dependencies": { "b": "2" } }, "sha512-${digest}"],
  }, }`)

test('a dependency resolves to the nearest place and has its digest and license', () => {
  const made = makeSbom({ lock: small, version: '1.2.3', licenseOf: (place) => (place === 'b' ? 'MIT' : undefined) })
  const hashes = [{ alg: 'SHA-512', content: '000102' }]
  const component = (name: string, version: string, scope: string, more = {}) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return { type: 'library', 'bom-ref': purl, name, version, scope, hashes, ...more, purl }
  }
  expect(made.components).toEqual([
    component('@scope/a', '1.0.0', 'required'),
    component('b', '1.0.0', 'required'),
    component('b', '2.0.0', 'excluded', { licenses: [{ expression: 'MIT' }] }),
    component('c', '1.0.0', 'excluded'),
  ])
  expect(made.dependencies).toEqual([
    { ref: 'pkg:npm/kurs@1.2.3', dependsOn: ['pkg:npm/%40scope/a@1.0.0', 'pkg:npm/c@1.0.0'] },
    { ref: 'pkg:npm/%40scope/a@1.0.0', dependsOn: ['pkg:npm/b@1.0.0'] },
    { ref: 'pkg:npm/b@1.0.0', dependsOn: [] },
    { ref: 'pkg:npm/b@2.0.0', dependsOn: ['pkg:npm/c@1.0.0'] },
    { ref: 'pkg:npm/c@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] },
  ])
})

test('the SBOM of the product lists every package once and nothing else', () => {
  const { components, dependencies, ...head } = makeSbom({ lock, version: '0.1.0', licenseOf: () => 'MIT' })
  expect(head).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  const refs = dependencies.map(({ ref }) => ref)
  expect(new Set(refs).size).toBe(refs.length)
  expect(components).toHaveLength(refs.length - 1)
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
  const text = JSON.stringify(components)
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(text).toContain(`"pkg:npm/${name.replace('@', '%40')}@${version}"`)
  }
  expect(text).toMatch(/"name":"hono","version":"[\d.]+","scope":"required"/)
  expect(text).toMatch(/"name":"playwright","version":"[\d.]+","scope":"excluded"/)
})

describe('an audit', () => {
  const advisory = (severity: string) => ({ id: 1, title: 'A hole', url: 'https://example.test/1', severity })
  const found = (...list: string[]) => ({ stdout: JSON.stringify({ hono: list.map(advisory) }), stderr: '' })

  test.each([
    ['{}', 0, 'No known vulnerabilities.'],
    [found('low', 'moderate').stdout, 0, 'low: hono: A hole, https://example.test/1\nmoderate: hono'],
    [found('low', 'high').stdout, 1, 'high: hono: A hole, https://example.test/1'],
    [found('critical').stdout, 1, 'critical: hono'],
    [found('never heard of').stdout, 1, 'critical: hono'],
  ] as const)('with output %s exits with status %d', (stdout, status, words) => {
    const verdict = judgeAudit({ stdout, stderr: '' })
    expect([verdict.status, verdict.message]).toEqual([status, expect.stringContaining(words)])
  })

  test('without an answer from the registry passes and says so', () => {
    const stderr = 'error: POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk - 405\n'
    expect(judgeAudit({ stdout: '', stderr })).toEqual({
      status: 0,
      message: `NOT CHECKED: the registry did not answer the audit request (${stderr.trim()}).`,
    })
  })
})
