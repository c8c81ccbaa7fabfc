import { paths } from '../../../paths.ts'

/** Routes of articles and pages; these are looked up in the content instead. */
const looked: readonly string[] = [
  paths.blogCategory,
  paths.blogArticle,
  paths.blogMarkdown,
  paths.docs,
  paths.docsPage,
  paths.docsIndexMarkdown,
  paths.docsMarkdown,
]

const routes = Object.values(paths)
  .filter((path) => !looked.includes(path))
  .map((path) => new RegExp(`^${path.split('/').map(stepPattern).join('/')}$`))

/** Whether the site serves an address regardless of the content. @param path  without the locale */
export function isRoute(path: string): boolean {
  return routes.some((route) => route.test(path))
}

/** Regular expression of one step; `:file{.+\\.md}` contains its own pattern. */
function stepPattern(step: string): string {
  if (!step.startsWith(':')) return step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return /\{(.*)\}$/.exec(step)?.[1] ?? '[^/]+'
}
