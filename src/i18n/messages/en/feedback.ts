import { plural } from '../../format.ts'
import type { feedback as ru } from '../ru/feedback.ts'
import type { Shape } from '../shape.ts'

export const feedback = {
  question: 'Was this page helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you, noted.',
  title: 'Site texts',
  description: 'Problems in the last import of texts, votes on pages and searches with no results.',
  problems: 'Problems in the last import',
  noProblems: 'No problems in the last import',
  error: 'Error',
  warning: 'Warning',
  more: ({ count }) => `And ${count} more ${plural('en', count, { one: 'problem', other: 'problems' })}`,
  count: ({ count }) => `${count} ${plural('en', count, { one: 'problem', other: 'problems' })}`,
  next: ({ count }) => `Next ${count}`,
  allKinds: 'All kinds of problems',
  votes: 'Votes on pages',
  noVotes: 'No votes yet',
  page: 'Page',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  last: 'Last',
  queries: 'Searches with no results',
  noQueries: 'Every search so far has had results',
  query: 'Query',
  language: 'Language',
  times: 'Times',
} satisfies Shape<typeof ru>
