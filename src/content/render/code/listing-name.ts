import { type Attributes, textAttribute } from '../attributes.ts'

const named = /(?:^|[\s{,])(?:title|filename|file)=(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))/
/** A folder or an ending makes a word of the fence a path: `active` and `showLineNumbers` are switches. */
const barePath =
  /^(?:\.{0,2}\/)?(?:[\w@.[\]()$+-]+\/)*(?:[\w@.[\]()$+-]*\.[A-Za-z]\w{0,11}|Dockerfile|Makefile|Gemfile|Rakefile|Procfile)$/
/** React marks places of its code so: `[[1, 4, "name"]]`. */
const marks = /^\[\d/

/** The file of a listing: between brackets, or as other generators write it, `title="a.js"` or a bare path after the language. */
export function listingName(attributes: Attributes): string | undefined {
  const meta = textAttribute(attributes, 'meta')?.trim() ?? ''
  // A fence without a language has its first word in its place.
  const [, double, single, bare] = named.exec(`${textAttribute(attributes, 'language') ?? ''} ${meta}`) ?? []
  const written = double ?? single ?? bare
  if (written !== undefined) return written
  const own = textAttribute(attributes, 'filename')
  if (own !== undefined && !marks.test(own)) return own
  const [word = ''] = meta.split(/\s/, 1)
  return barePath.test(word) ? word : undefined
}
