import { sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'

/** Both fields are stems separated by spaces: the searched phrase and its synonym. */
export interface Synonym {
  phrase: string
  means: string
  /** A built-in synonym, not one of this site. The site's own ones rank higher */
  isCommon?: boolean
}

export function replaceSynonyms(db: Db, locale: Locale, pairs: [phrase: string, means: string][]): BatchStatement[] {
  const queries = [
    sql`delete from search_synonyms where locale = ${locale}`,
    sql`
      insert or ignore into search_synonyms (locale, phrase, means)
      select ${locale}, v.value ->> 0, v.value ->> 1 from json_each(${JSON.stringify(pairs)}) v`,
  ]
  return queries.map((query) => db.orm.run(query))
}

export async function listSynonyms(db: Reader, locale: Locale, phrases: string[]): Promise<Synonym[]> {
  return db.orm.all<Synonym>(sql`
    select phrase, means from search_synonyms
    where locale = ${locale} and phrase in (select value from json_each(${JSON.stringify(phrases)}))`)
}
