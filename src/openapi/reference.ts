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

/** The document in both languages, each built on first use. */
export function createReference(options: Omit<DocumentOptions, 'locale'>): Reference {
  const made = new Map<Locale, ApiDocument>()
  const document = (locale: Locale) => {
    const known = made.get(locale) ?? apiDocument({ ...options, locale })
    made.set(locale, known)
    return known
  }
  return {
    document,
    find: (locale, id) => {
      for (const [path, methods] of Object.entries(document(locale).paths)) {
        for (const method of ['get', 'post'] as const) {
          const operation = methods[method]
          if (operation?.operationId === id) return { method, path, siteUrl: options.siteUrl, operation }
        }
      }
      return undefined
    },
  }
}
