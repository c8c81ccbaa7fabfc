import { partHeader } from '../ui/document/page-part.ts'

/** Who has a page of the site open needs of the next one only what differs. */
export function wantsPart({ headers }: Request): boolean {
  return headers.has(partHeader)
}
