import { defaultLocale, type Locale, localised, splitLocale } from '../../../i18n/locales.ts'
import type { FoundProblem } from '../problem.ts'

/** A former address of a page, from its front matter */
export interface OldAddress {
  /** Old path in the form of request paths: decoded, in the language of the page */
  path: string
  /** Line of the address in the file, 1-based */
  line: number
}

export interface OldAddresses {
  addresses: OldAddress[]
  problems: FoundProblem[]
}

/** Max number of old addresses per page */
const maxOldAddresses = 50

/**
 * Parses the field `redirect_from` of a page. An address without a prefix is in the page's own language.
 * @param line  line of the field, 1-based
 */
export function readOldAddresses(locale: Locale, written: readonly string[] = [], line: number): OldAddresses {
  const read = written.slice(0, maxOldAddresses).map((address) => readOldAddress(locale, address))
  const paths = read.flatMap(({ path }) => path ?? [])
  const tooMany = {
    message: `Only the first ${maxOldAddresses} of ${written.length} old addresses are used`,
    hint: 'Remove old addresses that are no longer requested.',
  }
  const problems = [
    ...read.flatMap(({ problem }) => problem ?? []),
    ...(written.length > maxOldAddresses ? [tooMany] : []),
  ]
  return {
    addresses: [...new Set(paths)].map((path) => ({ path, line })),
    problems: problems.map((problem) => ({ ...problem, line, field: 'redirect_from' })),
  }
}

interface ReadAddress {
  path?: string
  problem?: Pick<FoundProblem, 'message' | 'hint'>
}

function readOldAddress(locale: Locale, written: string): ReadAddress {
  const address = written.startsWith('/') ? written : `/${written}`
  const isElsewhere = /^[\w+.-]*:/.test(written)
  if (written === '' || isElsewhere || !/^\/(?![/\\])(?!(?:.*\/)?\.\.?(?:\/|$))[^?#\s]*$/.test(address)) {
    return {
      problem: {
        message: `expected old addresses of this site, such as /docs/old-name, got ${JSON.stringify(written)}`,
        hint: 'Write the address from the root of the site, without "?" or "#". Until then it is ignored.',
      },
    }
  }
  const { locale: own } = splitLocale(address)
  if (own !== defaultLocale && own !== locale) {
    return {
      problem: {
        message: `${address} is an address of the other language and is ignored`,
        hint: 'Set it on the page in that language: redirects never change the language.',
      },
    }
  }
  const path = pathOf(locale, address)
  if (address === written) return { path }
  return { path, problem: { message: `${written} is read as ${address}`, hint: 'Begin the address with a slash.' } }
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
