import { splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'

const protocol = /^\/__nuxt_content\//

/**
 * Whether a URL shows the text of any of the given pages: the page itself (possibly as a fallback for another
 * language), its Markdown, or a file with all texts. Titles and descriptions appear in many more places.
 * @param texts  paths below the locale prefix
 */
export function showsTexts(address: string, texts: ReadonlySet<string>): boolean {
  const { path } = splitLocale(address)
  return path === paths.llmsFull || protocol.test(path) || texts.has(path.replace(/\.md$/, ''))
}
