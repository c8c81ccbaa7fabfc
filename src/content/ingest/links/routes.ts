import { paths } from '../../../paths.ts'

/** Those of articles and pages are looked up instead. */
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

/** Whether the site has something at an address whatever the content is. @param path  without the locale */
export function isRoute(path: string): boolean {
  return routes.some((route) => route.test(path))
}

/** `:file{.+\\.md}` names its own pattern. */
function stepPattern(step: string): string {
  if (!step.startsWith(':')) return step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return /\{(.*)\}$/.exec(step)?.[1] ?? '[^/]+'
}
