import { type Locale, locales, localised, splitLocale } from '../../../i18n/locales.ts'
import type { AstNode } from '../../mdc/ast.ts'
import { lineFinder } from './link-lines.ts'
import { linksIn } from './links-in.ts'
import { isRoute } from './routes.ts'

export interface FoundLink {
  /** As written on the page: `./other#part` */
  written: string
  /** 1-based; undefined if the file writes the address differently */
  line: number | undefined
  /** `/en/docs/other` */
  path: string
  otherPath: string
  /** Decoded, without `#` */
  anchor: string | undefined
}

/**
 * The links of a page to content of this site or to unknown addresses, each once.
 * @param text  source of the file
 * @param base  folder of an index file
 */
export function findLinks(from: string, nodes: AstNode[], text: string, base?: string): FoundLink[] {
  const lineOf = lineFinder(text, base)
  return [...new Set(linksIn(nodes).map(({ written }) => written))].flatMap((written) => {
    const target = targetOf(from, written)
    return target ? [{ written, line: lineOf(written), ...target }] : []
  })
}

/** Undefined for other sites and for pages that are not content. Resolves addresses as browsers do. */
export function targetOf(from: string, written: string): Pick<FoundLink, 'path' | 'otherPath' | 'anchor'> | undefined {
  if (/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(written) || written === '#' || written.startsWith('#:~:')) return undefined
  const url = URL.parse(written, `http://site${from}`)
  if (url?.host !== 'site') return undefined
  const path = decoded(url.pathname).replace(/(?<=.)\/+$/, '')
  const { locale, path: below } = splitLocale(path)
  const isContent = /^\/(docs|blog)([/.]|$)/.test(below)
  if (isRoute(below)) return undefined
  const page = isContent ? path.replace(/\.md$/, '') : path
  const anchor = decoded(url.hash.slice(1)).replace(/:~:.*$/, '')
  return { path: page, otherPath: localised(otherThan(locale), splitLocale(page).path), anchor: anchor || undefined }
}

function otherThan(locale: Locale): Locale {
  return locales.find((other) => other !== locale) ?? locale
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
