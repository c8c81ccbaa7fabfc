import { basename, dirname, join, resolve } from 'node:path'
import { componentOf } from './component-of.ts'

/** Sources for the browser, found by the names of the domains' files. Paths are absolute, in a stable order. */
export interface BrowserSources {
  islands: IslandSource[]
  behaviors: BehaviorSource[]
  sheets: StyleSheets
}

/** An island, found as a file named `<name>.island.tsx` */
export interface IslandSource {
  name: string
  path: string
  component: string
}

/**
 * A behavior, found as a file named `<name>.behavior.ts`. It exports `selector` and `start(root, signal)`, which runs
 * on pages where the selector matches; the signal aborts when the page is left.
 */
interface BehaviorSource {
  path: string
  selector: string
  /**
   * Whether the behavior is part of the entry script, as `<name>.eager.behavior.ts` is; pages load the others on demand
   */
  isEager: boolean
}

interface StyleSheets {
  /** For every page: all of `content` and `site`, and `*.public.css` of other domains */
  site: string[]
  /**
   * Style sheets for pages of the app: all others except `*.dev.css`, which development pages load themselves, and
   * `*.later.css`, which code that is loaded on demand adopts
   */
  app: string[]
  /** `*.admin.css`, for administrators: on all pages of the app, so that swapped pages find their styles */
  admin: string[]
}

const found = { islands: /\.island\.tsx$/, behaviors: /\.behavior\.ts$/, sheets: /\.css$/ }
/** Source files that are not found by their name but bundled because other sources import them */
const bundled = /\.browser\.tsx?$|^browser\/(?!.*\.test\.).*\.tsx?$/

/** Whether a change of the source file changes the bundles. @param path  path below `src` */
export function isBrowserSource(path: string): boolean {
  return [...Object.values(found), bundled].some((pattern) => pattern.test(path))
}

const knownName =
  /^[^.]+(\.island\.tsx|(\.eager)?\.behavior\.ts|\.browser\.tsx?|\.server\.tsx|\.worker\.ts|\.(public|admin|dev|later)\.css|\.d\.ts)$|\.test\.tsx?$/

/**
 * Finds a misspelled file name, because the build would ignore `walk.behaviour.ts` without an error. @returns a
 * description of the mistake
 */
export function nameProblem(path: string): string | undefined {
  const name = basename(path)
  if (!/\..*\.(css|[cm]?[jt]sx?)$/.test(name) || knownName.test(name)) return undefined
  const right = rightName(name)
  const advice = right ? `rename it to ${right}` : 'file names in src must not contain other dots'
  return `${path} would be ignored: ${advice}`
}

function rightName(name: string): string | undefined {
  const [stem = '', ...rest] = name.toLowerCase().split('.')
  const says = (pattern: RegExp) => rest.some((part) => pattern.test(part))
  if (says(/^islands?$/)) return `${stem}.island.tsx`
  if (says(/^behaviou?rs?$/)) return `${stem}${says(/^eager$/) ? '.eager' : ''}.behavior.ts`
  if (says(/^browsers?$/)) return `${stem}.browser.${says(/x$/) ? 'tsx' : 'ts'}`
  return says(/^css$/) ? `${stem}.css, ${stem}.public.css or ${stem}.admin.css` : undefined
}

/**
 * Finds all islands, behaviors and style sheets by their file names. @throws Error with the file that breaks a naming
 * rule
 */
export async function findBrowserSources(src: string): Promise<BrowserSources> {
  const paths = (await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: src }))).sort()
  const problems = paths.flatMap((path) => nameProblem(path) ?? [])
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const named = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).map((path) => join(src, path))
  const islands = await Promise.all(named(found.islands).map(readIsland))
  const names = islands.map(({ name }) => name)
  const twice = islands.find(({ name }, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`${twice.path}: duplicate island name ${twice.name}`)
  const behaviors = await Promise.all(named(found.behaviors).map(readBehavior))
  return { islands, behaviors, sheets: await findSheets(src, named(found.sheets)) }
}

/**
 * Reads an island and checks that its file exports the expected component: the browser looks the component up by name,
 * and the bundle would build without it.
 */
async function readIsland(path: string): Promise<IslandSource> {
  const name = basename(path, '.island.tsx')
  const component = componentOf(name)
  const isThere = new RegExp(`^export (function|const) ${component}\\b`, 'm').test(await Bun.file(path).text())
  if (!isThere) throw new Error(`${path} has to export ${component}`)
  return { name, path, component }
}

/**
 * Reads the behavior's selector from the source text, so that the entry script contains the selector without the
 * behavior's code.
 */
async function readBehavior(path: string): Promise<BehaviorSource> {
  const [, selector] = /^export const selector = '([^']+)'$/m.exec(await Bun.file(path).text()) ?? []
  if (!selector) throw new Error(`${path} must export its selector: export const selector = '…'`)
  return { path, selector, isEager: path.endsWith('.eager.behavior.ts') }
}

/**
 * Finds the style sheets of all domains except `ui`, whose sheets `styles.css` lists. In a folder, the sheet named like
 * the folder comes first, then the others, then those of inner folders, because later sheets refine earlier ones.
 */
async function findSheets(src: string, sheets: string[]): Promise<StyleSheets> {
  const paths = sheets.filter((path) => !/^(browser|ui)\/|\.(dev|later)\.css$/.test(path.slice(src.length + 1)))
  const imported = new Set<string>()
  for (const path of paths) {
    for (const [, name = ''] of (await Bun.file(path).text()).matchAll(/^@import '([^']+)'/gm)) {
      imported.add(resolve(dirname(path), name))
    }
  }
  const own = paths.filter((path) => !imported.has(path)).sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
  const isPublic = (path: string) =>
    path.endsWith('.public.css') || /^(content|shell|site)\//.test(path.slice(src.length + 1))
  const isAdmin = (path: string) => path.endsWith('.admin.css')
  return {
    site: own.filter(isPublic),
    app: own.filter((path) => !isPublic(path) && !isAdmin(path)),
    admin: own.filter(isAdmin),
  }
}

function rank(path: string): string {
  const folder = dirname(path)
  const name = basename(path).replace(/(\.public|\.admin)?\.css$/, '')
  return `${folder}/${name === basename(folder) ? '!' : `!${name}`}`
}
