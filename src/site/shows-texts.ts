import { splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'

const protocol = /^\/__nuxt_content\//

/**
 * Whether what stands at an address shows any of these pages' texts: the page itself, in a language that may be another's,
 * its Markdown, and what has all texts in it. Titles and descriptions stand in many more places.
 * @param texts  addresses below the locale prefix
 */
export function showsTexts(address: string, texts: ReadonlySet<string>): boolean {
  const { path } = splitLocale(address)
  return path === paths.llmsFull || protocol.test(path) || texts.has(path.replace(/\.md$/, ''))
}
