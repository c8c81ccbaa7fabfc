import { plural } from '../../format.ts'
import type { feedback as ru } from '../ru/feedback.ts'
import type { Shape } from '../shape.ts'

export const feedback = {
  question: 'Was this page helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you, noted.',
  title: 'Texts',
  description: 'Problems of the last ingest, votes on pages, and searches that found nothing.',
  problems: 'Problems of the last ingest',
  noProblems: 'The last ingest found nothing to mend',
  error: 'Error',
  warning: 'Warning',
  more: ({ count }) => `And ${count} more ${plural('en', count, { one: 'problem', other: 'problems' })}`,
  votes: 'Votes on pages',
  noVotes: 'Nobody has voted on a page yet',
  page: 'Page',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  last: 'Last',
  queries: 'Searches without a hit',
  noQueries: 'So far everything that was searched was found',
  query: 'Query',
  language: 'Language',
  times: 'Times',
} satisfies Shape<typeof ru>
