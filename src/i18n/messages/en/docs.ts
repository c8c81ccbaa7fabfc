import type { docs as ru } from '../ru/docs.ts'
import type { Shape } from '../shape.ts'

export const docs = {
  sections: 'Documentation sections',
  none: 'The documentation has no pages yet',
  wholeFolder: 'All pages in this section',
  openFolder: 'Open section',
  onThisPage: 'On this page',
  updated: 'Updated {{date}}',
  readingTime: ({ minutes }) => `${minutes} min read`,
  neighbours: 'Previous and next pages',
  previous: 'Previous',
  next: 'Next',
  edit: 'Edit this page',
  source: 'View source',
  copyMarkdown: 'Copy as Markdown',
  openIn: 'Open in {{name}}',
  openInAsks: 'Read {{address}} and help me with my questions about this page.',
  openMarkdown: 'Open as Markdown',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Open it?',
  copyFailedHint: 'The page could not be copied. Use the same link to open it as Markdown and copy the text there.',
} satisfies Shape<typeof ru>
