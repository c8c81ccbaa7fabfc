import { type Attributes, textAttribute } from '../attributes.ts'

const named = /(?:^|[\s{,])(?:title|filename|file)=(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))/
/** A word after the language is a path if it has a folder or an extension. `active` and `showLineNumbers` are flags. */
const barePath =
  /^(?:\.{0,2}\/)?(?:[\w@.[\]()$+-]+\/)*(?:[\w@.[\]()$+-]*\.[A-Za-z]\w{0,11}|Dockerfile|Makefile|Gemfile|Rakefile|Procfile)$/
/** The React docs mark positions in code like this: `[[1, 4, "name"]]`. */
const marks = /^\[\d/

/**
 * The file name of a code block: in brackets, or in the syntax of other generators, `title="a.js"` or a bare path after
 * the language.
 */
export function listingName(attributes: Attributes): string | undefined {
  const meta = textAttribute(attributes, 'meta')?.trim() ?? ''
  // Without a language, the first word of the meta is in its place.
  const [, double, single, bare] = named.exec(`${textAttribute(attributes, 'language') ?? ''} ${meta}`) ?? []
  const written = double ?? single ?? bare
  if (written !== undefined) return written
  const own = textAttribute(attributes, 'filename')
  if (own !== undefined && !marks.test(own)) return own
  const [word = ''] = meta.split(/\s/, 1)
  return barePath.test(word) ? word : undefined
}
