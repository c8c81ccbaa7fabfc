/**
 * Clients of the content protocol read folder titles and icons from these rows; our own pages use `content_folders`.
 */
export function folderRowId(stem: string): { collection: 'docs_ru' | 'docs_en'; id: string } | undefined {
  if (!/^(en\/)?docs(\/|$)/.test(stem)) return undefined
  const collection = stem.startsWith('en/') ? 'docs_en' : 'docs_ru'
  return { collection, id: `${collection}/${stem}/.navigation.yml` }
}
