import type { BunPlugin } from 'bun'
import type { BrowserSources } from './discover.ts'

/** A file that does not export what its name promises does not build. */
export function foundModules(found: BrowserSources): BunPlugin {
  const modules = new Map([
    ['kurs:islands', islandsModule(found)],
    ['kurs:behaviors', behaviorsModule(found)],
    ...found.islands.map(
      ({ name, path, component }) =>
        [`kurs:islands/${name}`, `export { ${component} as Component } from ${quote(path)}`] as const,
    ),
    ...found.behaviors.map(({ path }) => [`kurs:behaviors/${path}`, `export { start } from ${quote(path)}`] as const),
  ])
  return {
    name: 'found-modules',
    setup(build) {
      build.onResolve({ filter: /^kurs:/ }, ({ path }) => ({ path, namespace: 'kurs' }))
      build.onLoad({ filter: /./, namespace: 'kurs' }, ({ path }) => ({
        contents: modules.get(path) ?? '',
        loader: 'js',
      }))
      build.onLoad({ filter: /\/browser\/(app-)?styles\.css$/ }, async ({ path }) => {
        const sheets = path.endsWith('/app-styles.css') ? found.sheets.app : found.sheets.site
        const imports = sheets.map((sheet) => `@import ${quote(sheet)};`)
        return { contents: `${await Bun.file(path).text()}\n${imports.join('\n')}\n`, loader: 'css' }
      })
    },
  }
}

function islandsModule({ islands }: BrowserSources): string {
  const entries = islands.map(({ name }) => `${quote(name)}: () => import(${quote(`kurs:islands/${name}`)})`)
  return `export const islands = { ${entries.join(', ')} }`
}

function behaviorsModule({ behaviors }: BrowserSources): string {
  const eager = behaviors.filter(({ isEager }) => isEager)
  const imports = eager.map(({ path }, at) => `import { start as start${at} } from ${quote(path)}`)
  const entries = behaviors.map((behavior) => {
    const { path, selector, isEager } = behavior
    const fetched = `(root, signal) => import(${quote(`kurs:behaviors/${path}`)}).then(({ start }) => { if (!signal.aborted) return start(root, signal) })`
    return `{ selector: ${quote(selector)}, start: ${isEager ? `start${eager.indexOf(behavior)}` : fetched} }`
  })
  return `${imports.join('\n')}\nexport const behaviors = [${entries.join(', ')}]`
}

const quote = JSON.stringify
