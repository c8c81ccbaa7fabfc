import { plural } from '../../format.ts'
import type { llms as ru } from '../ru/llms.ts'
import type { Shape } from '../shape.ts'

export const llms = {
  about: 'All pages in English. Links lead to Markdown; remove `.md` from the URL for the web page.',
  sections: 'Lists of pages by section',
  pages: ({ count }) => `${count} ${plural('en', count, { one: 'page', other: 'pages' })}`,
  whole: 'The whole documentation in one file',
  wholeDescription: 'the same pages, in full',
  otherLanguage: 'the list of pages in the other language',
} satisfies Shape<typeof ru>
