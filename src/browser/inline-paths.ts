import type { BunPlugin } from 'bun'
import { paths } from '../paths.ts'

const all: Record<string, string> = paths

/** Bundler plugin that writes paths into the code that uses them: browsers would otherwise load all paths for a few. */
export const inlinePaths: BunPlugin = {
  name: 'inline-paths',
  setup(build) {
    build.onLoad({ filter: /\/src\/.+\.tsx?$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      if (!/^import .*\bpaths\b.* from '.*\/paths\.ts'$/m.test(text)) return undefined
      const contents = text.replace(/(?<![.\w])paths\.(\w+)/g, (whole, name) =>
        name in all ? JSON.stringify(all[name]) : whole,
      )
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}
