import { basename, join } from 'node:path'
import type { BunPlugin } from 'bun'
import { paths } from '../../paths.ts'
import { findIcon } from '../../ui/icon-data.ts'

const offlineDir = import.meta.dir
const srcDir = join(offlineDir, '../..')
const templates = ['site/search/search-group.tsx', 'site/search/search-results.tsx', 'ui/search/search-start.tsx']

/** Name of the variable that React reads; if it is not defined, React's development version is bundled. */
const nodeEnv = ['process', 'env', 'NODE_ENV'].join('.')

/**
 * Constants that replace names in the bundles. Scripts of pages use them too, because they would otherwise load all
 * paths for these two.
 */
export const defined = {
  SERVICE_WORKER: JSON.stringify(paths.serviceWorker),
  CONTENT_MANIFEST: JSON.stringify(paths.contentManifest),
  [nodeEnv]: JSON.stringify('production'),
}

const common = {
  publicPath: '/assets/',
  target: 'browser',
  minify: true,
} as const

export async function buildOfflineWorker(outDir: string): Promise<string[]> {
  const built = await Bun.build({
    ...common,
    entrypoints: [join(offlineDir, 'worker/offline-worker.ts')],
    outdir: outDir,
    naming: '[name]-[hash].[ext]',
    define: defined,
    plugins: [fewIcons],
  })
  return built.outputs.map(({ path }) => basename(path))
}

/**
 * Builds the service workers: of saved pages, and of notifications. The file names have no hash, because browsers always
 * request a service worker at one address; the text of the first contains the build's ID.
 */
export async function buildServiceWorkers(outDir: string, buildId: string): Promise<void> {
  await Bun.build({
    ...common,
    entrypoints: [join(offlineDir, 'service-worker.ts'), join(srcDir, 'alerts/push/push-worker.ts')],
    outdir: outDir,
    naming: '[name].[ext]',
    format: 'iife',
    define: { BUILD_ID: JSON.stringify(buildId) },
  })
}

const fewIcons: BunPlugin = {
  name: 'few-icons',
  setup(build) {
    build.onLoad({ filter: /\/ui\/icon-data\.ts$/ }, async () => {
      const texts = await Promise.all(templates.map((path) => Bun.file(join(srcDir, path)).text()))
      const names = texts.flatMap((text) =>
        Array.from(text.matchAll(/i-lucide-([a-z0-9-]+)/g), ([, name = '']) => name),
      )
      const icons = Object.fromEntries(names.map((name) => [name, findIcon(name)]))
      return {
        contents: `const icons = ${JSON.stringify(icons)}\nexport const findIcon = (name) => icons[name]`,
        loader: 'js',
      }
    })
  },
}
