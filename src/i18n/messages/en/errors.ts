import type { errors as ru } from '../ru/errors.ts'
import type { Shape } from '../shape.ts'

export const errors = {
  backHome: 'Back to the home page',
  toSearch: 'Search the site',
  notFound: 'There is no such page',
  notFoundHint: 'It may have been renamed, or the address has a typo in it. The search forgives typos.',
  request: 'This request cannot be answered',
  requestHint: 'It has something in it that the server does not take. The details are below.',
  server: 'Something broke on our side',
  serverHint: 'It is in the log. Reload the page in a minute; if that does not help, come back later.',
  serverDescription: 'The server could not make this page.',
} satisfies Shape<typeof ru>
