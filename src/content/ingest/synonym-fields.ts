import { z } from 'zod'
import { stemsIn } from '../search/synonyms.ts'

const maxWords = 1000
const maxSynonyms = 20
const maxLength = 80

const phrase = z
  .union([z.string(), z.number().transform(String)], 'expected a word')
  .refine(
    (text) => text.length <= maxLength && stemsIn(text) !== '',
    `expected a word of up to ${maxLength} characters`,
  )

/** `content/ru/search.yml`: a word of the texts with the words that readers use for it. */
export const synonymFields = z
  .record(phrase, z.array(phrase, 'expected a list of words').max(maxSynonyms, `expected at most ${maxSynonyms} words`))
  .refine((words) => Object.keys(words).length <= maxWords, `expected at most ${maxWords} words`)
