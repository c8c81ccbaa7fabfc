import { plural } from '../../format.ts'
import type { search as ru } from '../ru/search.ts'
import type { Shape } from '../shape.ts'

export const search = {
  title: 'Search',
  description: 'Search the documentation and the blog: it knows word forms and forgives a typo.',
  label: 'Search the documentation and the blog',
  placeholder: 'What are you looking for?',
  submit: 'Search',
  close: 'Esc — close search',
  start: 'Type it your way: the search knows word forms and forgives a typo.',
  tryThese: 'Try',
  suggestions: 'candles, Moscow time, strategies, backup, page cache',
  recent: 'You searched for',
  failed: 'The search did not answer. Check the connection and try again.',
  nothing: 'Nothing found for “{{query}}”',
  nothingHint: 'Try something shorter, or other words. Or start from the map of the documentation:',
  nothingLink: 'all its sections',
  found: ({ total }: { total: number }) => `${total} ${plural('en', total, { one: 'match', other: 'matches' })}`,
  corrected: 'No such word, so these are the matches for',
  docs: 'Docs',
  blog: 'Blog',
  keysMove: 'move',
  keysOpen: 'open',
  keysClose: 'close',
} satisfies Shape<typeof ru>
