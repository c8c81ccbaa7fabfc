import type { BunPlugin } from 'bun'

/**
 * Bundler plugin that keeps components of `*.server.tsx` out of browsers. They draw what an island shows only until it
 * has drawn its own; each returns `<div className="served">`, whose HTML from the server the browser leaves as it is.
 */
export const servedMarkup: BunPlugin = {
  name: 'served-markup',
  setup(build) {
    build.onLoad({ filter: /\.server\.tsx$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      const names = [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => `Served as ${name}`)
      const contents = [
        "import { createElement } from 'react'",
        "const Served = () => createElement('div', { className: 'served', dangerouslySetInnerHTML: { __html: '' } })",
        `export { ${names.join(', ')} }`,
      ].join('\n')
      return { contents, loader: 'js' }
    })
  },
}
