import { plural } from '../../format.ts'
import type { search as ru } from '../ru/search.ts'
import type { Shape } from '../shape.ts'

export const search = {
  title: 'Search',
  description: 'Search the documentation and the blog. It understands word forms and forgives typos.',
  label: 'Search the documentation and the blog',
  placeholder: 'What are you looking for?',
  submit: 'Search',
  close: 'Esc — close search',
  start: 'Type it your way: search understands word forms and forgives typos.',
  tryThese: 'Try',
  suggestions: 'candles, Moscow time, strategies, backup, page cache',
  recent: 'Recent searches',
  failed: 'Search is not responding. Check your connection and try again.',
  nothing: 'No results for “{{query}}”',
  nothingHint: 'Try a shorter or different query, or browse the documentation:',
  nothingLink: 'all sections',
  near: 'Closest words in the texts:',
  found: ({ total }: { total: number }) => `${total} ${plural('en', total, { one: 'result', other: 'results' })}`,
  corrected: 'No exact matches. Showing results for',
  docs: 'Docs',
  blog: 'Blog',
  keysMove: 'move',
  keysOpen: 'open',
  keysClose: 'close',
} satisfies Shape<typeof ru>
