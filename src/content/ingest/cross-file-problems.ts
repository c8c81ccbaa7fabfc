import type { Db } from '../../db/client.ts'
import { locales } from '../../i18n/locales.ts'
import { collectionOf, isSettings, localeFolder } from '../collections.ts'
import { listRedirectConflicts } from './moves/queries.ts'
import type { Problem } from './problem.ts'
import { listCategorySlugs, listUncategorized } from './queries.ts'

/**
 * Finds problems between files, each of which is valid alone. They are checked in every run, because a change of any
 * file may cause or solve them.
 */
export async function findCrossFileProblems(db: Db): Promise<Problem[]> {
  const found = await Promise.all(
    locales.map(async (locale): Promise<Problem[]> => {
      const articles = await listUncategorized(db, locale)
      if (articles.length === 0) return []
      const slugs = [...new Set(await listCategorySlugs(db, locale))].sort()
      return articles.map(({ file, category }) => {
        const message = `There is no category "${category}"`
        const others = slugs.length > 0 ? `, or use one of ${slugs.join(', ')}` : ''
        const hint = `Add content/${locale}/categories/${category}.yml${others}.`
        return { file, line: 1, field: 'category', message, hint, severity: 'warning' }
      })
    }),
  )
  return [...found.flat(), ...(await redirectProblems(db))]
}

async function redirectProblems(db: Db): Promise<Problem[]> {
  const rivals = await listRedirectConflicts(db)
  return rivals.map(({ file, line, path, page, other }) => {
    const message =
      page === null
        ? `The old address ${path} is already set in ${other}`
        : `The old address ${path} is the address of ${page}, so the redirect is ignored`
    const hint = 'Remove it from one of the two files, or leave it until the page is deleted.'
    return { file, line, field: 'redirect_from', message, hint, severity: 'warning' }
  })
}

/** Pattern of text formats of other site generators. Data and programs beside the texts are not reported. */
const textEndings = /\.(html?|rst|adoc|asciidoc|textile|org|txt|mdoc|ipynb|typ)$/i
const ofPages = new RegExp(`^${localeFolder}/(docs|blog)/`)

/** Returns one problem for all texts that are not pages because of their format. */
export function unreadFiles(files: readonly string[]): Problem[] {
  const unread = files.filter((file) => ofPages.test(file) && textEndings.test(file) && !/(^|\/)\./.test(file))
  const [first] = unread.filter((file) => !collectionOf(file) && !isSettings(file)).sort()
  if (first === undefined) return []
  const counts = Map.groupBy(unread, (file) => textEndings.exec(file)?.[0].toLowerCase() ?? '')
  const endings = [...counts].map(([ending, { length }]) => `${ending} ${length}`).join(', ')
  const { length } = unread
  const ignored = length === 1 ? '1 file is ignored because it is' : `${length} files are ignored because they are`
  const message = `${ignored} not Markdown (${endings})`
  return [
    {
      file: first,
      message,
      hint: 'Write their text as Markdown, or move them out of the folder.',
      severity: 'warning',
    },
  ]
}
