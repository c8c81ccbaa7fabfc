import type { docs as ru } from '../ru/docs.ts'
import type { Shape } from '../shape.ts'

export const docs = {
  sections: 'Documentation sections',
  wholeFolder: 'All pages of the section',
  openFolder: 'Open the section',
  onThisPage: 'On this page',
  updated: 'Updated {{date}}',
  readingTime: ({ minutes }) => `${minutes} min read`,
  neighbours: 'Neighbouring pages',
  previous: 'Previous',
  next: 'Next',
  edit: 'Edit this page',
  source: 'Source of this page',
  copyMarkdown: 'Copy as Markdown',
  openMarkdown: 'Open as Markdown',
  copied: 'Copied',
  copyFailed: 'Failed. Open it?',
  copyFailedHint: 'The page could not be copied. Open it as Markdown by the same link and copy the text there.',
} satisfies Shape<typeof ru>
