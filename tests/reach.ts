import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type BrowserSources, findBrowserSources } from '../src/browser/discover.ts'

/* Finds source files that no page can reach: they build, and no browser ever reports an error. */

export interface Sources {
  found: BrowserSources
  /** Texts of source files by absolute path, without tests */
  texts: Map<string, string>
}

export async function readSources(src: string): Promise<Sources> {
  const names = await readdir(src, { recursive: true })
  const paths = names.filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
  const entries = paths.map(async (name) => [join(src, name), await Bun.file(join(src, name)).text()] as const)
  return { found: await findBrowserSources(src), texts: new Map(await Promise.all(entries)) }
}

/** Lists islands that no page uses, and names used by a page without an island. */
export function unreachedIslands({ found, texts }: Sources): string[] {
  const markup = [...texts].filter(([path]) => path.endsWith('.tsx') && !path.endsWith('/ui/island.tsx'))
  const shown = new Set(markup.flatMap(([, text]) => all(text, /<Island\s+name="([^"]+)"/g)))
  // Adds islands that browser code attaches next to a field
  for (const [, text] of texts) for (const name of all(text, /\.dataset\.island = '([^']+)'/g)) shown.add(name)
  const written = new Set(found.islands.map(({ name }) => name))
  return [...written.symmetricDifference(shown)]
}

/** Lists behaviors whose selector names something that no markup has. */
export function unreachedBehaviors({ found, texts }: Sources): string[] {
  const markup = wordsOf([...texts].filter(([path]) => path.endsWith('.tsx')).map(([, text]) => text))
  return found.behaviors
    .filter(({ selector }) => namesIn(selector).some((name) => !markup.has(name)))
    .map(({ path }) => path)
}

/** Lists style sheets outside every bundle, and style sheets whose selectors match no markup. */
export function unreachedSheets({ found, texts }: Sources): string[] {
  const sheets = [...texts].filter(([path]) => path.endsWith('.css'))
  const code = [...texts].filter(([path]) => !path.endsWith('.css'))
  const bundled = new Set(Object.values(found.sheets).flat())
  for (const [path, text] of [...texts]) {
    const imported = [...all(text, /^@import '(\.[^']+)'/gm), ...all(text, /^import \w+ from '(\.[^']+\.css)'/gm)]
    for (const name of imported) bundled.add(resolve(dirname(path), name))
  }
  const words = wordsOf(code.map(([, text]) => text))
  return sheets
    .filter(([path]) => !/\/browser\/[^/]+\.css$/.test(path))
    .filter(([path, text]) => {
      const names = namesIn(text.replace(/\/\*[\s\S]*?\*\/|@import [^;]+;|url\([^)]*\)/g, ''))
      return !bundled.has(path) || (names.length > 0 && !names.some((name) => words.has(name)))
    })
    .map(([path]) => path)
}

/** Lists manifests (one per folder of `src`) missing from `domains`: the site mounts no route of a missing domain. */
export async function unlistedManifests(src: string, domains: readonly unknown[]): Promise<string[]> {
  const paths = await Array.fromAsync(new Bun.Glob('*/manifest.ts').scan({ cwd: src }))
  const exported = await Promise.all(paths.map(async (path) => Object.values(await import(join(src, path)))))
  return paths.filter((_, at) => exported[at]?.some((value) => !domains.includes(value))).sort()
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first)
}

/** Returns classes, IDs and `data-` attributes named in selectors. */
function namesIn(css: string): string[] {
  return [...all(css, /[.#]([a-z][\w-]*)/gi), ...all(css, /\[(data-[\w-]+)/g)]
}

function wordsOf(texts: string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/[a-z][\w-]*/gi) ?? []))
}
