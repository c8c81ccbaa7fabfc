import { sql } from 'drizzle-orm'
import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { maxWordsListed, maxWordsRead, startsWith } from './queries.ts'
import type { VocabularyWord } from './words.ts'

/** Reads at most `maxWordsRead` words with this opening and returns those nearest to `length`. */
export async function listWordsWithOpening(
  db: Reader,
  locale: Locale,
  opening: string,
  length: number,
): Promise<VocabularyWord[]> {
  return db.orm.all<VocabularyWord>(sql`
    select word, stem, isForm from (
      select word, stem, is_form as isForm from search_words
      where locale = ${locale} and ${startsWith(opening)} and is_form = 1 limit ${maxWordsRead})
    order by abs(length(word) - ${length}), word limit ${maxWordsListed}`)
}
