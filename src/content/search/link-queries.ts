import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../db/client.ts'
import type { LinkWords } from './indexing.ts'

export function replaceLinkWords(source: string, links: readonly LinkWords[]): SQL[] {
  return [
    deleteLinkWords(source),
    sql`
      insert or ignore into search_links (path, text, source)
      select l.value ->> 'path', l.value ->> 'text', ${source} from json_each(${JSON.stringify(links)}) l`,
  ]
}

export function deleteLinkWords(source: string): SQL {
  return sql`delete from search_links where source = ${source}`
}

export interface CountedLinkWords {
  path: string
  text: string
  pages: number
}

/** Of one page: those with which most pages lead to it, the short ones first. */
const mostNames = 20
/** Of one page: one to which all others lead has as many links as there are pages. */
const mostLinks = 1000

/** What pages call these, where a word begins as one of `heads` does */
export async function listLinkWords(db: Reader, paths: string[], heads: string[]): Promise<CountedLinkWords[]> {
  if (heads.length === 0) return []
  const hasHead = sql.join(
    heads.map((head) => sql`instr(text, ${head})`),
    sql` or `,
  )
  const links = sql.join(
    paths.map(
      (path) => sql`
        select * from (select path, text from search_links where path = ${path} and (${hasHead}) limit ${mostLinks})`,
    ),
    sql` union all `,
  )
  return db.orm.all(sql`
    select path, text, pages from (
      select path, text, count(*) as pages,
        row_number() over (partition by path order by count(*) desc, length(text), text) as place
      from (${links}) group by path, text
    ) where place <= ${mostNames}`)
}
