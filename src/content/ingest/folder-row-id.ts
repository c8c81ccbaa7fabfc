import { type Locale, splitLocale } from '../../i18n/locales.ts'

/**
 * Returns the collection and ID of a folder's row. Clients of the content protocol read folder titles and icons from
 * these rows; our own pages use `content_folders`.
 */
export function folderRowId(stem: string): { collection: `docs_${Locale}`; id: string } | undefined {
  const { locale, path } = splitLocale(`/${stem}`)
  if (!/^\/docs(\/|$)/.test(path)) return undefined
  const collection = `docs_${locale}` as const
  return { collection, id: `${collection}/${stem}/.navigation.yml` }
}
