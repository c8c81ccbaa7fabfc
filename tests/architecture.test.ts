import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The order of the folders: code may import from its own folder and from any folder named before it. */
const order =
  'config · log · paths · i18n · ui · db · events · jobs · limits · http · openapi · icons · shell · content · site · auth · pages · account · users · feedback · market · indicators · live · ticker · alerts · charts · enigma · bots · telegram · broadcast · start · palette · ops · sandbox · browser · app · main'.split(
    ' · ',
  )
const src = join(import.meta.dir, '../src')

interface SourceFile {
  /** Path of the file below `src` */
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

/** Returns the folder that an import points to; undefined for packages and files outside src. */
function targetOf({ path }: SourceFile, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  const target = relative(src, join(src, dirname(path), from))
  return target.startsWith('..') ? undefined : folderOf(target)
}

test('every folder of src has a place in the import order', () => {
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

test('bots do not depend on the screens of Enigma', () => {
  const bots = code.filter(({ folder }) => folder === 'bots')
  const offences = bots.filter((file) => file.imports.some(({ from }) => targetOf(file, from) === 'enigma'))
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('only folders that show or store texts import the content and the site', () => {
  // `broadcast` reads photos with the picture library that `content` loads.
  const readers = ['content', 'site', 'feedback', 'start', 'palette', 'broadcast', 'browser', 'app', 'main']
  const offences = code
    .filter(({ folder }) => !readers.includes(folder))
    .filter((file) => file.imports.some(({ from }) => /^(content|site)$/.test(targetOf(file, from) ?? '')))
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('only query files import tables', () => {
  const offences = code.filter(({ path, folder, imports }) => {
    if (folder === 'db' || path.endsWith('queries.ts')) return false
    return imports.some(({ from, isTypeOnly }) => !isTypeOnly && /^drizzle-orm|db\/schema/.test(from))
  })
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('only the outer layer uses HTTP modules', () => {
  const edge = /(^|\/)([\w-]*routes|middleware|webhook)\.tsx?$|^(http|pages|shell)\/|^app\.tsx$|^main\//
  const offences = code.filter(({ path, imports }) => {
    return !edge.test(path) && imports.some(({ from, isTypeOnly }) => !isTypeOnly && /^hono|\/http\//.test(from))
  })
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('routes subscribe to no events, because nothing would unsubscribe them', () => {
  const routes = code.filter(({ path }) => /(routes|manifest)\.tsx?$/.test(path))
  const offences = routes.filter(({ text }) => /\bevents\.on\(|\.on(Tick|Close)\(/.test(text))
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('the environment is read in one place', () => {
  const readers = code.filter(({ text }) => /(process|Bun)\.env\b/.test(text)).map(({ path }) => path)
  // Two files define `process.env.NODE_ENV` for bundles. `main.ts` checks a variable before it loads the configuration,
  // and the database driver is configured through a variable before that.
  const bundling = ['main/compile.ts', 'main/server-build/bundle-sources.ts', 'main/server-build/build-server.ts']
  const allowed = ['main.ts', 'main/start.ts', 'main/replica/quiet-driver.ts', 'config.ts', ...bundling]
  expect(readers.filter((path) => !allowed.includes(path))).toEqual([])
})

test('nothing opens an interactive transaction', () => {
  expect(code.filter(({ text }) => /\.transaction\(/.test(text)).map(({ path }) => path)).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const long = code.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
  expect(long).toEqual([])
})

test('no folder has more than 40 files', () => {
  const sizes = new Map<string, number>()
  const everything = readdirSync(src, { recursive: true, withFileTypes: true })
  for (const file of everything) {
    if (!file.isFile() || /\.test\.tsx?$/.test(file.name)) continue
    const folder = relative(src, file.parentPath)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  expect([...sizes].filter(([, size]) => size > 40)).toEqual([])
})

test('there are no default exports and no index files', () => {
  const offences = code.filter(({ path, text }) => /(^|\/)index\.tsx?$/.test(path) || /^export default/m.test(text))
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('type errors are not suppressed', () => {
  const holes = code.flatMap(({ path, text }) => {
    const withoutComments = text.replace(/^\s*(\/?\*|\/\/(?! biome)).*$/gm, '')
    return [...withoutComments.matchAll(/\bas (any|never)\b|: any\b|@ts-(ignore|expect-error)|biome-ignore/g)].map(
      (hole) => `${path}: ${hole[0]}`,
    )
  })
  expect(holes).toEqual([])
})

const byPath = new Map(code.map((file) => [file.path, file]))

/** Returns the files that one file imports. */
function importedBy({ path, imports }: SourceFile, { withTypes }: { withTypes: boolean }): SourceFile[] {
  return imports.flatMap(({ from, isTypeOnly }) => {
    const target = from.startsWith('.') ? byPath.get(relative(src, join(src, dirname(path), from))) : undefined
    return target && (withTypes || !isTypeOnly) ? [target] : []
  })
}

/**
 * Finds import cycles: `a.ts → b.ts → a.ts`. If several cycles go through one file, the result may contain only one of
 * them.
 */
function importCycles(): string[] {
  const cycles: string[] = []
  const left = new Map(code.map((file) => [file, importedBy(file, { withTypes: true })]))
  for (const start of left.keys()) {
    const way = [start]
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const next = left.get(last)?.find((file) => left.has(file))
      if (next && !way.includes(next)) {
        way.push(next)
        continue
      }
      // The path closes a cycle or ends here: no other cycle goes through the removed file.
      if (next) cycles.push([...way.splice(way.indexOf(next)), next].map(({ path }) => path).join(' → '))
      else way.pop()
      left.delete(next ?? last)
    }
  }
  return cycles
}

test('there are no import cycles, type imports included', () => {
  expect(importCycles()).toEqual([])
})

/** Domains whose subfolders import each other in one direction only. The files on top of a domain are the folder `.`. */
const orderedDomains = ['auth', 'bots', 'broadcast', 'content']
/** Top files that put subfolders together: manifests, routes, middleware. They may import any subfolder, none imports them. */
const assembly = /^[^/]+\/(manifest|[\w-]*routes|middleware)\.tsx?$/

function subfolderOf({ path, folder }: SourceFile): string {
  const [, name = '', ...below] = path.split('/')
  return `${folder}/${below.length > 0 ? name : '.'}`
}

/** Returns the pairs of subfolders of one domain that import each other: `bots/analysis ↔ bots/backtest`. */
function mutualImports(domain: string): string[] {
  const arrows = new Set<string>()
  for (const file of code.filter(({ path }) => path.startsWith(`${domain}/`) && !assembly.test(path)))
    for (const target of importedBy(file, { withTypes: true })) {
      const [from, to] = [subfolderOf(file), subfolderOf(target)]
      if (target.folder === domain && from !== to) arrows.add(`${from} ↔ ${to}`)
    }
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ↔ ')
    return from < to && arrows.has(`${to} ↔ ${from}`)
  })
}

test('subfolders of a domain do not import each other in both directions', () => {
  expect(orderedDomains.flatMap(mutualImports)).toEqual([])
})

test('subfolders do not import the files that put them together', () => {
  const offences = code
    .filter(({ path, folder }) => orderedDomains.includes(folder) && path.split('/').length > 2)
    .flatMap((file) => importedBy(file, { withTypes: true }).map((target) => ({ file, target })))
    .filter(({ file, target }) => target.folder === file.folder && assembly.test(target.path))
  expect(offences.map(({ file, target }) => `${file.path} → ${target.path}`)).toEqual([])
})

/**
 * Returns the files and every file that they load through accepted imports, directly or not; type imports do not count.
 */
function reachedBy(roots: SourceFile[], isStep = (_from: SourceFile, _to: SourceFile) => true): Set<SourceFile> {
  const reached = new Set(roots)
  for (const file of reached)
    for (const next of importedBy(file, { withTypes: false })) if (isStep(file, next)) reached.add(next)
  return reached
}

const namedForBrowsers = code.filter(({ path }) => /\.island\.tsx$|\.behavior\.ts$|\.browser\.tsx?$/.test(path))
/** Files that also run in browsers: by their name, or loaded by such a file of the same top folder. */
const inBrowsers = reachedBy(namedForBrowsers, (from, to) => from.folder === to.folder)

test('pages carry no inline styles or handlers', () => {
  const offences = code.filter(
    (file) =>
      file.path.endsWith('.tsx') &&
      (inBrowsers.has(file) ? /\sstyle=\{|hx-on/ : /\sstyle=\{|hx-on|\son[A-Z]\w+=\{/).test(file.text),
  )
  expect(offences.map(({ path }) => path)).toEqual([])
})

test('islands and behaviors load no server code', () => {
  const offences = [...reachedBy(namedForBrowsers)].filter(
    (file) => /^(db|http|content|auth|users|main)\//.test(file.path) && !namedForBrowsers.includes(file),
  )
  expect(offences.map(({ path }) => path)).toEqual([])
})
