import type { errors as ru } from '../ru/errors.ts'
import type { Shape } from '../shape.ts'

export const errors = {
  backHome: 'Back to the home page',
  toSearch: 'Search the site',
  notFound: 'Page not found',
  notFoundHint: 'It may have been renamed, or there is a typo in the address. Search forgives typos.',
  near: 'Perhaps you were looking for',
  refused: 'Request refused',
  request: 'Bad request',
  requestHint: 'Part of the request is invalid. Details are below.',
  tooMany: 'Too many requests',
  tooManyHint: 'We have received too many requests from your network. Wait a moment and reload the page.',
  tooManyDetail: ({ seconds }) => `Try again in ${seconds} s.`,
  server: 'Something went wrong on our side',
  serverHint: 'The error has been logged. Reload the page in a minute; if that doesn’t help, try again later.',
  serverDescription: 'The server could not render this page.',
  unwritable: 'Nothing can be saved right now',
  unwritableHint: 'You can still read, but what you sent was not saved. Send it again in a minute.',
  unwritableDetail: 'The server cannot write to its storage. Nothing has changed.',
  unreachable: 'This page can’t be shown right now',
  unreachableHint: 'Its data can’t be loaded right now. Reload the page in a minute.',
  unreachableDetail: 'The database server does not answer.',
  starting: {
    title: ({ site }) => `${site} is starting`,
    text: 'This page opens by itself as soon as the server is ready.',
  },
  sendAgain: 'Send again',
} satisfies Shape<typeof ru>
