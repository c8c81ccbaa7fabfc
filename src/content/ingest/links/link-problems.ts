import { posix } from 'node:path'
import type { Db } from '../../../db/client.ts'
import { locales, localised, splitLocale } from '../../../i18n/locales.ts'
import { addressOf, baseOf } from '../../addresses.ts'
import { collectionOf } from '../../collections.ts'
import { findMoved } from '../../moved-queries.ts'
import type { Problem } from '../problem.ts'
import { targetOf } from './find-links.ts'
import { type DeadLink, hasPage, listCategoryAddresses, listDeadLinks, listMovedLinks } from './queries.ts'

export interface LinkProblemOptions {
  db: Db
  /** Returns the files that have no page because of errors; called only if there are dead links */
  refused(): Promise<readonly string[]>
  /** Whether an address is served besides content and the site's own pages */
  serves(path: string): Promise<boolean>
  severity: Problem['severity']
}

export async function linkProblems({ db, refused, serves, severity }: LinkProblemOptions): Promise<Problem[]> {
  const dead = await listDeadLinks(db)
  const isCategory = await findCategories(db, dead)
  const fileAt = dead.length > 0 ? addressesOf(await refused()) : new Map<string, string>()
  const found: Problem[] = []
  for (const link of dead) {
    const isThere = !link.hasPage && (isCategory(link.path) || (await serves(link.path)))
    if (isThere) continue
    const moved = link.hasPage ? undefined : await findMovedLink(db, link)
    const problem = moved ? movedProblem(link, moved) : { ...problemOf(link, fileAt.get(link.path)), severity }
    const meant = link.hasPage || moved ? undefined : await findBelow(db, link)
    found.push(meant ? { ...problem, hint: meant } : problem)
  }
  for (const link of await listMovedLinks(db)) {
    const moved = await findMoved(db, link.path)
    if (moved) found.push(movedProblem(link, moved))
  }
  return found
}

/**
 * Makes a hint for a dead link `./other` on the page of a folder if the target is in that folder: browsers resolve the
 * link beside the folder.
 */
async function findBelow(db: Db, { file, written }: DeadLink): Promise<string | undefined> {
  const base = baseOf(file)
  const collection = base ? collectionOf(file) : undefined
  if (!collection || /^([/#?]|[a-z][a-z0-9+.-]*:)/i.test(written)) return undefined
  const meant = targetOf(`${addressOf(collection, file)}/`, written)
  if (!meant || !(await hasPage(db, meant.path))) return undefined
  // The extension is removed: addresses in tags and blocks keep `.md`, which would lead to the Markdown of the page.
  const named = written.replace(/\.(?:mdx?|markdown)(?=[?#]|$)/, '')
  return `Write ${posix.join(base ?? '', named)}: browsers resolve links of an index page from its parent folder.`
}

/** Finds the new address of a moved page, in the link's own language */
async function findMovedLink(db: Db, { path, otherPath }: DeadLink): Promise<string | undefined> {
  const own = await findMoved(db, path)
  const other = own ? undefined : await findMoved(db, otherPath)
  return own ?? (other && localised(splitLocale(path).locale, splitLocale(other).path))
}

/**
 * Makes the problem of a link to a moved page. It is always a warning, even in strict mode, because readers are
 * redirected.
 */
function movedProblem({ file, line, written }: Pick<DeadLink, 'file' | 'line' | 'written'>, moved: string): Problem {
  const message = `The link ${written} leads to a page that has moved to ${moved}`
  return { file, line: line ?? undefined, message, hint: 'Write the new address.', severity: 'warning' }
}

function problemOf(
  { file, line, written, path, anchor, hasPage }: DeadLink,
  refused: string | undefined,
): Omit<Problem, 'severity'> {
  const place = { file, line: line ?? undefined }
  if (hasPage) {
    const hint = 'Correct the part after "#": heading ids are made from the words of the heading.'
    return { ...place, message: `The page ${path} has no anchor "${anchor}"`, hint }
  }
  if (refused !== undefined) {
    const message = `The link ${written} leads to a page with errors: ${refused}`
    return { ...place, message, hint: 'Fix the problems reported for that file.' }
  }
  const what = /\.\w+$/.test(path) ? 'page or file' : 'page'
  return {
    ...place,
    message: `The link ${written} is dead: there is no such ${what}`,
    hint: 'Correct the address, or add the missing page or file.',
  }
}

/**
 * Returns a function that finds whether a category exists in either language, because a category missing in one
 * language is shown in the other.
 */
async function findCategories(db: Db, dead: DeadLink[]): Promise<(path: string) => boolean> {
  if (!dead.some(({ path }) => /^\/blog\/[^/]+$/.test(splitLocale(path).path))) return () => false
  const known = await Promise.all(locales.map((locale) => listCategoryAddresses(db, locale)))
  const addresses = new Set(known.flat().map((path) => splitLocale(path).path))
  return (path) => addresses.has(splitLocale(path).path)
}

/** Maps the addresses that the pages of files would have to these files */
function addressesOf(files: readonly string[]): Map<string, string> {
  return new Map(
    files.flatMap((file) => {
      const collection = collectionOf(file)
      return collection ? [[addressOf(collection, file), file] as const] : []
    }),
  )
}
