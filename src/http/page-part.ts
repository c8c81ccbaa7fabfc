import { partHeader } from '../ui/document/page-part.ts'

/**
 * Returns whether a request is a navigation within the site, which needs only the parts that differ from the current
 * page.
 */
export function wantsPart({ headers }: Request): boolean {
  return headers.has(partHeader)
}
