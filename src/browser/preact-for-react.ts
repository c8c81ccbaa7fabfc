import { join } from 'node:path'
import type { BunPlugin } from 'bun'

const browserDir = import.meta.dir

const instead: Record<string, string> = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  '@preact/signals-react': '@preact/signals',
  '@preact/signals-react/runtime': join(browserDir, 'use-signals.ts'),
}

/**
 * Bundler plugin that replaces React by Preact. Islands are written for React, which renders them on the server; in
 * browsers Preact needs a fifth of the bytes.
 */
export const preactForReact: BunPlugin = {
  name: 'preact-for-react',
  setup(build) {
    // Imports in Preact's own files are resolved here too: two copies of Preact would not know each other's components.
    build.onResolve({ filter: /^(react|react-dom|preact|@preact)(\/|$)/ }, ({ path }) => ({
      path: Bun.resolveSync(instead[path] ?? path, browserDir),
    }))
  },
}
