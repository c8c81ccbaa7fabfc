/** Finds the tests in a source's folder that load this source, the nearest first. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Max number of test files per test process */
const filesAtOnce = 8

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }
const imports = new Map<string, string[]>()

/**
 * @returns steps of test files, relative to `home`: the source's own test, tests next to the source, and other tests of
 * its folder in `src`
 */
export function nearestTests(home: string, file: string): string[][] {
  const [src = '', folder = ''] = file.split('/')
  const tests = [...new Bun.Glob(`${src}/${folder}/**/*.test.{ts,tsx}`).scanSync(home)].sort()
  const distances = new Map(tests.map((test) => [test, distance(join(home, test), join(home, file))]))
  const own = file.replace(/\.tsx?$/, '.test.ts')
  const rank = (test: string) => (test === own ? 0 : dirname(test) === dirname(file) ? 1 : 2)
  const near = tests
    .filter((test) => distances.get(test) !== undefined)
    .sort((a, b) => rank(a) - rank(b) || (distances.get(a) ?? 0) - (distances.get(b) ?? 0))
  const steps = [0, 1].map((wanted) => near.filter((test) => rank(test) === wanted))
  const others = near.filter((test) => rank(test) === 2)
  for (let at = 0; at < others.length; at += filesAtOnce) steps.push(others.slice(at, at + filesAtOnce))
  return steps.filter(({ length }) => length > 0).map((step) => step.map((test) => relative(home, join(home, test))))
}

/** @returns the number of imports between two files; undefined when the first does not load the second */
function distance(from: string, to: string): number | undefined {
  const seen = new Set([from])
  let layer = [from]
  for (let steps = 0; layer.length > 0; steps++) {
    if (layer.includes(to)) return steps
    layer = layer.flatMap(importsOf).filter((path) => !seen.has(path) && seen.add(path))
  }
  return undefined
}

function importsOf(path: string): string[] {
  const known = imports.get(path)
  if (known) return known
  const found = /\.tsx?$/.test(path) ? scan(path) : []
  imports.set(path, found)
  return found
}

function scan(path: string): string[] {
  const text = readFileSync(path, { encoding: 'utf8' })
  const named = transpilers[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(text).map((found) => found.path)
  // Finds workers, which are loaded by their paths instead of imports.
  const workers = [...text.matchAll(/['"](\.{1,2}\/[\w./-]+\.worker\.ts)['"]/g)].map(([, found = '']) => found)
  return [...named, ...workers].filter((name) => name.startsWith('.')).map((name) => resolve(dirname(path), name))
}
