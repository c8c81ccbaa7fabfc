import { type Attributes, textAttribute } from '../attributes.ts'

const named = /(?:^|[\s{,])(?:title|filename|file)=(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))/
/**
 * Pattern of a path after the language of a code block: a word with a folder or an extension. `active` and
 * `showLineNumbers` are flags.
 */
const barePath =
  /^(?:\.{0,2}\/)?(?:[\w@.[\]()$+-]+\/)*(?:[\w@.[\]()$+-]*\.[A-Za-z]\w{0,11}|Dockerfile|Makefile|Gemfile|Rakefile|Procfile)$/
/** Pattern of marks of positions in code, which the React docs write like this: `[[1, 4, "name"]]`. */
const marks = /^\[\d/

/**
 * Finds the file name of a code block: in brackets, or in the syntax of other generators, `title="a.js"` or a bare path
 * after the language.
 */
export function listingName(attributes: Attributes): string | undefined {
  const meta = textAttribute(attributes, 'meta')?.trim() ?? ''
  // If the block has no language, the first word of the meta text may be in its place.
  const [, double, single, bare] = named.exec(`${textAttribute(attributes, 'language') ?? ''} ${meta}`) ?? []
  const written = double ?? single ?? bare
  if (written !== undefined) return written
  const own = textAttribute(attributes, 'filename')
  if (own !== undefined && !marks.test(own)) return own
  const [word = ''] = meta.split(/\s/, 1)
  return barePath.test(word) ? word : undefined
}
