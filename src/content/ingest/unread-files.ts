import { collectionOf, isSettings, localeFolder } from '../collections.ts'
import type { Problem } from './problem.ts'

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
