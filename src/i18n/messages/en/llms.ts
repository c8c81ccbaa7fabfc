import type { llms as ru } from '../ru/llms.ts'
import type { Shape } from '../shape.ts'

export const llms = {
  about: 'All pages in English. Links lead to Markdown; drop `.md` from an address for the page meant for people.',
  whole: 'The whole documentation in one file',
  wholeDescription: 'the same pages, in full',
  otherLanguage: 'the list of pages in the other language',
} satisfies Shape<typeof ru>
