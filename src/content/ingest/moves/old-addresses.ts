import { defaultLocale, type Locale, localised, splitLocale } from '../../../i18n/locales.ts'
import type { FoundProblem } from '../problem.ts'

/** Where a page was, by its front matter */
export interface OldAddress {
  /** As requests have it: decoded, in the language of the page */
  path: string
  /** 1-based */
  line: number
}

export interface OldAddresses {
  addresses: OldAddress[]
  problems: FoundProblem[]
}

/** `redirect_from` of a page. Without a prefix an address is in the page's own language. @param line  1-based, of the field */
export function readOldAddresses(locale: Locale, written: readonly string[] = [], line: number): OldAddresses {
  const isForeign = (address: string) => {
    const { locale: own } = splitLocale(address)
    return own !== defaultLocale && own !== locale
  }
  const own = written.filter((address) => !isForeign(address)).map((address) => pathOf(locale, address))
  return {
    addresses: [...new Set(own)].map((path) => ({ path, line })),
    problems: written.filter(isForeign).map((address) => ({
      line,
      field: 'redirect_from',
      message: `${address} is an address of the other language and leads nowhere`,
      hint: 'Name it in the page of that language: nobody is led from one language into another.',
    })),
  }
}

function pathOf(locale: Locale, address: string): string {
  const { path } = splitLocale(decoded(address))
  return localised(locale, path.replace(/\.md$/, '').replace(/(?<=.)\/+$/, ''))
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
