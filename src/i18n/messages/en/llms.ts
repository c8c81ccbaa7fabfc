import type { llms as ru } from '../ru/llms.ts'
import type { Shape } from '../shape.ts'

export const llms = {
  about: 'All pages in English. The links lead to Markdown; the same address without `.md` is the page for people.',
  whole: 'The whole documentation in one file',
  wholeDescription: 'the same pages in a row, complete',
  otherLanguage: 'the list of pages in the other language',
} satisfies Shape<typeof ru>
