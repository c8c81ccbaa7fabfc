import type { blog as ru } from '../ru/blog.ts'
import type { Shape } from '../shape.ts'

export const blog = {
  title: 'Blog',
  description: 'How Kurs is built, what a tick is, and how paper trading differs from the real thing.',
  all: 'All posts',
  categories: 'Categories',
  latest: 'New',
  empty: 'No posts in this category yet.',
  emptyAll: 'No posts yet.',
  readingTime: ({ minutes }: { minutes: number }) => `${minutes} min read`,
} satisfies Shape<typeof ru>
