import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The architecture: code may import its own folder and any folder named before it. */
const order =
  'config · paths · i18n · ui · db · http · content · site · auth · users · market · bots · telegram · broadcast · ops · browser · app · main'.split(
    ' · ',
  )
const src = join(import.meta.dir, '../src')

interface SourceFile {
  /** Path below src */
  path: string
  folder: string
  text: string
  imports: { from: string; isTypeOnly: boolean }[]
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map(readSource)
const code = files.filter(({ path }) => !/\.test\.tsx?$/.test(path))

function readSource(path: string): SourceFile {
  const text = readFileSync(join(src, path), 'utf8')
  const pattern = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
  const imports = [...text.matchAll(pattern)].map((match) => ({
    from: match[2] ?? match[3] ?? match[4] ?? '',
    isTypeOnly: match[1] !== undefined,
  }))
  return { path, folder: folderOf(path), text, imports }
}

function folderOf(path: string): string {
  const [first = ''] = path.split('/')
  return first.replace(/(\.test)?\.tsx?$/, '')
}

/** The folder an import leads to; nothing for packages and files outside src. */
function targetOf({ path }: SourceFile, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const target = relative(src, join(src, dirname(path), from))
  return target.startsWith('..') ? undefined : folderOf(target)
}

test('every folder of src has its place in the order', () => {
  const unknown = files.filter(({ folder }) => !order.includes(folder)).map(({ path }) => path)
  expect(unknown).toEqual([])
})

test('imports only point left', () => {
  const offences = code.flatMap((file) =>
    file.imports.flatMap(({ from }) => {
      const target = targetOf(file, from)
      return target && order.indexOf(target) > order.indexOf(file.folder) ? [`${file.path} → ${from}`] : []
    }),
  )
  expect(offences).toEqual([])
})

test('only queries know tables', () => {
  const offences = code.filter(({ path, folder, imports }) => {
    if (folder === 'db' || path.endsWith('queries.ts')) return false
    return imports.some(({ from, isTypeOnly }) => !isTypeOnly && /^drizzle-orm|db\/schema/.test(from))
  })
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('only the edge speaks HTTP', () => {
  const edge =
    /(^|\/)([\w-]*routes|middleware|webhook|error-response|page-context|page-frame|site-deps)\.tsx?$|^http\/|^app\.tsx$|^main\//
  const offences = code.filter(({ path, imports }) => {
    return !edge.test(path) && imports.some(({ from, isTypeOnly }) => !isTypeOnly && /^hono|\/http\//.test(from))
  })
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('the environment is read in one place', () => {
  const readers = code.filter(({ text }) => /(process|Bun)\.env\b/.test(text)).map(({ path }) => path)
  expect(readers.filter((path) => !['main/start.ts', 'main/compile.ts', 'config.ts'].includes(path))).toEqual([])
})

test('nothing opens an interactive transaction', () => {
  expect(code.filter(({ text }) => /\.transaction\(/.test(text)).map(({ path }) => path)).toEqual([])
})

test('a file is read at one sitting', () => {
  const long = code.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
  expect(long).toEqual([])
})

test('there are no default exports and no index files', () => {
  const offences = code.filter(({ path, text }) => /(^|\/)index\.tsx?$/.test(path) || /^export default/m.test(text))
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('types are not silenced', () => {
  const holes = code.flatMap(({ path, text }) => {
    const withoutComments = text.replace(/^\s*(\/?\*|\/\/(?! biome)).*$/gm, '')
    return [...withoutComments.matchAll(/\bas (any|never)\b|: any\b|@ts-(ignore|expect-error)|biome-ignore/g)].map(
      (hole) => `${path}: ${hole[0]}`,
    )
  })
  expect(holes).toEqual([])
})

/** What runs in browsers too: islands, and the parts that only islands are made of. */
const inBrowsers = /\.island\.tsx$|^market\/(live|chart)\//

test('pages carry no inline styles or handlers', () => {
  const offences = code.filter(
    ({ path, text }) =>
      path.endsWith('.tsx') &&
      (inBrowsers.test(path) ? /\sstyle=\{|hx-on/ : /\sstyle=\{|hx-on|\son[A-Z]\w+=\{/).test(text),
  )
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('islands reach nothing of the server', () => {
  const byPath = new Map(code.map((file) => [file.path, file]))
  const reached = (file: SourceFile, seen: Set<string>): Set<string> => {
    if (seen.has(file.path)) return seen
    seen.add(file.path)
    for (const { from, isTypeOnly } of file.imports) {
      const target = from.startsWith('.') ? byPath.get(relative(src, join(src, dirname(file.path), from))) : undefined
      if (target && !isTypeOnly) reached(target, seen)
    }
    return seen
  }
  const offences = code
    .filter(({ path }) => inBrowsers.test(path))
    .flatMap((file) =>
      [...reached(file, new Set())].filter((path) => /^(db|http|content|auth|users|main)\//.test(path)),
    )
  expect([...new Set(offences)]).toEqual([])
})
