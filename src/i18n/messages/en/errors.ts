import type { errors as ru } from '../ru/errors.ts'
import type { Shape } from '../shape.ts'

export const errors = {
  backHome: 'Back to the home page',
  toSearch: 'Search the site',
  notFound: 'There is no such page',
  notFoundHint: 'It may have been renamed, or the address has a typo in it. The search forgives typos.',
  refused: 'This was not done',
  request: 'This request cannot be answered',
  requestHint: 'It has something in it that the server does not take. The details are below.',
  tooMany: 'Too many requests',
  tooManyHint: 'That is more at once than we take from one network. Wait a little and reload the page.',
  tooManyDetail: ({ seconds }) => `The next one is answered in ${seconds} s.`,
  server: 'Something broke on our side',
  serverHint: 'It is in the log. Reload the page in a minute; if that does not help, come back later.',
  serverDescription: 'The server could not make this page.',
  unwritable: 'Nothing can be saved just now',
  unwritableHint: 'Reading works, but nothing of what you sent was written. Send it again in a minute.',
  unwritableDetail: 'The server has nowhere to write. Nothing has changed.',
  sendAgain: 'Send again',
} satisfies Shape<typeof ru>
