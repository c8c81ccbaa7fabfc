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
  /** Of the page that is led to */
  path: string
  text: string
  /** That say so */
  pages: number
}

/** Of one page: those with which most pages lead to it, the short ones first. A page to which all others lead has thousands. */
const mostNames = 20

/** What pages call these, where a word begins as one of `heads` does */
export async function listLinkWords(db: Reader, paths: string[], heads: string[]): Promise<CountedLinkWords[]> {
  if (heads.length === 0) return []
  const hasHead = sql.join(
    heads.map((head) => sql`instr(text, ${head})`),
    sql` or `,
  )
  return db.orm.all(sql`
    select path, text, pages from (
      select path, text, count(*) as pages,
        row_number() over (partition by path order by count(*) desc, length(text), text) as place
      from search_links where path in (select value from json_each(${JSON.stringify(paths)})) and (${hasHead})
      group by path, text
    ) where place <= ${mostNames}`)
}
