import { partHeader } from '../ui/document/page-part.ts'

/** True for navigation within the site, which needs only the parts that differ from the current page. */
export function wantsPart({ headers }: Request): boolean {
  return headers.has(partHeader)
}
