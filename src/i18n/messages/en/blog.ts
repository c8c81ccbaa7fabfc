import type { blog as ru } from '../ru/blog.ts'
import type { Shape } from '../shape.ts'

export const blog = {
  title: 'Blog',
  description: 'How Kurs is made, what a tick is, and how paper trading differs from the real thing.',
  all: 'All articles',
  categories: 'Categories',
  latest: 'New',
  empty: 'No articles in this category yet.',
  emptyAll: 'No articles yet.',
  readingTime: ({ minutes }: { minutes: number }) => `${minutes} min read`,
} satisfies Shape<typeof ru>
