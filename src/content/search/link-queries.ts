import { sql } from 'drizzle-orm'
import type { Reader } from '../../db/client.ts'

export interface CountedLinkWords {
  path: string
  text: string
  pages: number
}

/** Max link texts per page: those used by most pages, then the shortest. */
const maxNames = 20
/** Max links read per page. A page linked from everywhere has as many links as the site has pages. */
const maxLinks = 1000

/** Link texts of these pages that contain one of `heads` (the first letters of a word) */
export async function listLinkWords(db: Reader, paths: string[], heads: string[]): Promise<CountedLinkWords[]> {
  if (heads.length === 0) return []
  const hasHead = sql.join(
    heads.map((head) => sql`instr(text, ${head})`),
    sql` or `,
  )
  const links = sql.join(
    paths.map(
      (path) => sql`
        select * from (select path, text from search_links where path = ${path} and (${hasHead}) limit ${maxLinks})`,
    ),
    sql` union all `,
  )
  return db.orm.all(sql`
    select path, text, pages from (
      select path, text, count(*) as pages,
        row_number() over (partition by path order by count(*) desc, length(text), text) as place
      from (${links}) group by path, text
    ) where place <= ${maxNames}`)
}
