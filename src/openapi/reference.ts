import type { Locale } from '../i18n/locales.ts'
import { type ApiDocument, apiDocument, type DocumentOperation, type DocumentOptions } from './document.ts'
import type { Operation } from './operation.ts'

export interface FoundOperation {
  method: Operation['method']
  path: string
  siteUrl: string
  operation: DocumentOperation
}

export interface Reference {
  document(locale: Locale): ApiDocument
  find(locale: Locale, id: string): FoundOperation | undefined
}

interface ReferenceOptions extends Pick<DocumentOptions, 'siteUrl' | 'cookie'> {
  /** Called on first use, after all routes were mounted */
  operations(): readonly Operation[]
}

/** The document in both languages, each built on first use. */
export function createReference({ operations, ...site }: ReferenceOptions): Reference {
  const made = new Map<Locale, ApiDocument>()
  const document = (locale: Locale) => {
    const known = made.get(locale) ?? apiDocument({ ...site, operations: operations(), locale })
    made.set(locale, known)
    return known
  }
  return {
    document,
    find: (locale, id) => {
      for (const [path, methods] of Object.entries(document(locale).paths)) {
        for (const method of ['get', 'post'] as const) {
          const operation = methods[method]
          if (operation?.operationId === id) return { method, path, siteUrl: site.siteUrl, operation }
        }
      }
      return undefined
    },
  }
}
