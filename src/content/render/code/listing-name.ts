import { type Attributes, textAttribute } from '../attributes.ts'

const named = /(?:^|[\s{,])(?:title|filename|file)=(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))/
/** A folder or an ending makes a word of the fence a path: `active` and `showLineNumbers` are switches. */
const barePath =
  /^(?:\.{0,2}\/)?(?:[\w@.[\]()$+-]+\/)*(?:[\w@.[\]()$+-]*\.[A-Za-z]\w{0,11}|Dockerfile|Makefile|Gemfile|Rakefile|Procfile)$/
/** React marks places of its code so: `[[1, 4, "name"]]`. */
const marks = /^\[\d/

/** The file of a listing: between brackets, or as other generators write it, `title="a.js"` or a bare path after the language. */
export function listingName(attributes: Attributes): string | undefined {
  const own = textAttribute(attributes, 'filename')
  if (own !== undefined && !marks.test(own)) return own
  const meta = textAttribute(attributes, 'meta')?.trim()
  if (meta === undefined) return undefined
  const [, double, single, bare] = named.exec(meta) ?? []
  const [word = ''] = meta.split(/\s/, 1)
  return double ?? single ?? bare ?? (barePath.test(word) ? word : undefined)
}
