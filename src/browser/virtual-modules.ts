import { basename, dirname, join, resolve } from 'node:path'
import type { BunPlugin } from 'bun'
import type { BrowserSources, IslandSource } from './discover.ts'

const browserDir = import.meta.dir

/**
 * Bundler plugin with generated modules that import the found islands and behaviors. A file that does not export what
 * its name promises fails the build.
 */
export function virtualModules(found: BrowserSources): BunPlugin {
  const modules = new Map([
    ['kurs:islands', islandsModule(found)],
    ...bundlesOf(found),
    ['kurs:behaviors', behaviorsModule(found)],
    ['kurs:later-behaviors', laterBehaviorsModule(found)],
    ['kurs:plots', together([...plots, 'kurs:islands/charts'])],
    ...later.map((path) => [laterName(path), together([path, 'kurs:islands/charts'])] as const),
  ])
  return {
    name: 'found-modules',
    setup(build) {
      build.onResolve({ filter: /^kurs:/ }, ({ path }) => ({ path, namespace: 'kurs' }))
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, kind }) => {
        const target = kind === 'dynamic-import' ? resolve(dirname(importer), path) : ''
        if (later.includes(target)) return { path: laterName(target), namespace: 'kurs' }
        return plots.includes(target) ? { path: 'kurs:plots', namespace: 'kurs' } : undefined
      })
      build.onLoad({ filter: /./, namespace: 'kurs' }, ({ path }) => ({
        contents: modules.get(path) ?? '',
        loader: 'js',
      }))
      build.onLoad({ filter: /\/browser\/(app-|admin-)?styles\.css$/ }, async ({ path }) => {
        const [, kind = 'site'] = /(app|admin)-styles/.exec(path) ?? []
        const sheets = found.sheets[kind === 'app' || kind === 'admin' ? kind : 'site']
        const imports = sheets.map((sheet) => `@import ${quote(sheet)};`)
        return { contents: `${await Bun.file(path).text()}\n${imports.join('\n')}\n`, loader: 'css' }
      })
    },
  }
}

/**
 * Groups of islands that are loaded together, by patterns of their names. All other islands share one file instead of
 * many small ones, because they show prices too.
 */
const bundles = { practice: /^practice-/, charts: /chart/, editors: /editor/, colors: /^color-/ }
const shared = 'live'
/**
 * Modules that use the chart library and are loaded separately: until the library arrives, or if it cannot load, charts
 * are pictures.
 */
const plots = ['charts/pane/create-pane.ts', 'bots/drawing/marked-chart.ts'].map((path) => join(browserDir, '..', path))

/**
 * Code that charts load when it is needed for the first time, such as drawings. It is bundled with the islands of
 * charts: otherwise, each set of modules that both need would become a file of its own.
 */
const later = ['charts/later.ts', 'charts/replay/replay-bar.tsx', 'charts/controls/help.tsx'].map((path) =>
  join(browserDir, '..', path),
)

function laterName(path: string): string {
  return `kurs:later/${basename(path)}`
}

function together(paths: readonly string[]): string {
  return paths.map((path) => `export * from ${quote(path)}`).join('\n')
}

function bundleOf({ name }: IslandSource): string {
  return Object.entries(bundles).find(([, pattern]) => pattern.test(name))?.[0] ?? shared
}

/**
 * Writes the module that maps islands to their files. Each name occurs only once in it, because the entry script of
 * every page contains this module.
 */
function islandsModule({ islands }: BrowserSources): string {
  const named = Map.groupBy(islands, bundleOf)
  const loads = [...named.keys()].map((bundle) => {
    const load = `import(${quote(`kurs:islands/${bundle}`)})`
    // On a page with charts, the file of the charts also contains the islands with prices.
    const isShared = bundle === shared && named.has('charts')
    return `const ${bundle} = () => ${isShared ? `document.querySelector('[data-island*=chart]') ? charts() : ` : ''}${load}`
  })
  const entries = [...named].map(([bundle, own]) => `...of(${bundle}, ${quote(own.map(({ name }) => name).join(' '))})`)
  return [
    `import { componentOf } from ${quote(join(browserDir, 'component-of.ts'))}`,
    ...loads,
    "const of = (bundle, names) => names.split(' ').map((name) => [name, () => bundle().then((found) => ({ Component: found[componentOf(name)], mountIsland: found.mountIsland }))])",
    `export const islands = Object.fromEntries([${entries.join(', ')}])`,
  ].join('\n')
}

function bundlesOf({ islands }: BrowserSources): [name: string, text: string][] {
  return Object.entries(Object.groupBy(islands, bundleOf)).map(([bundle, own = []]) => [
    `kurs:islands/${bundle}`,
    [
      `export { mountIsland } from ${quote(join(browserDir, 'mount-island.ts'))}`,
      ...own.map(({ component, path }) => `export { ${component} } from ${quote(path)}`),
      // The practice desk is shown beside charts: without their islands, shared modules would become files of the charts.
      ...(bundle === shared
        ? []
        : [`export * from ${quote(`kurs:islands/${bundle === 'practice' ? 'charts' : shared}`)}`]),
    ].join('\n'),
  ])
}

function behaviorsModule({ behaviors }: BrowserSources): string {
  const eager = behaviors.filter(({ isEager }) => isEager)
  const later = behaviors.filter(({ isEager }) => !isEager)
  const imports = eager.map(({ path }, at) => `import { start as start${at} } from ${quote(path)}`)
  const [fetched, again] = ['later-behaviors.ts', 'load-again.ts'].map((name) => quote(join(browserDir, name)))
  const entries = eager.map(({ selector }, at) => `{ selector: ${quote(selector)}, start: start${at} }`)
  const selectors = quote(later.map(({ selector }) => selector))
  return [
    ...imports,
    `import { loadAgain } from ${again}`,
    `const later = (at) => (root, signal) => loadAgain(() => import(${fetched})).then(({ starts }) => signal.aborted || starts[at](root, signal))`,
    `export const behaviors = [${entries.join(', ')}].concat(${selectors}.map((selector, at) => ({ selector, start: later(at) })))`,
  ].join('\n')
}

function laterBehaviorsModule({ behaviors }: BrowserSources): string {
  const later = behaviors.filter(({ isEager }) => !isEager)
  const imports = later.map(({ path }, at) => `import { start as start${at} } from ${quote(path)}`)
  return `${imports.join('\n')}\nexport const starts = [${later.map((_, at) => `start${at}`)}]`
}

const quote = JSON.stringify
