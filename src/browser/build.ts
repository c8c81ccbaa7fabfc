import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { BunPlugin } from 'bun'
import { type Assets, visitorSheets } from '../ui/frame.tsx'
import { findBrowserSources } from './discover.ts'
import { inlinePaths } from './inline-paths.ts'
import { buildOfflineWorker, buildServiceWorkers, defined } from './offline/build.ts'
import { preactForReact } from './preact-for-react.ts'
import { servedMarkup } from './served-markup.ts'
import { virtualModules } from './virtual-modules.ts'

export interface BuiltAssets extends Assets {
  buildId: string
}

const browserDir = import.meta.dir
const publicPath = '/assets/'
const sheets = ['styles', 'app-styles', 'admin-styles']

/** Builds the assets of the browser. @throws AggregateError with file and line if the sources do not build */
export async function buildAssets(outDir: string): Promise<BuiltAssets> {
  await mkdir(outDir, { recursive: true })
  const fonts: string[] = []
  const offline = await buildOfflineWorker(outDir)
  const offlineWorker = publicPath + offline.find((name) => name.endsWith('.js'))
  const common = {
    outdir: outDir,
    naming: '[name]-[hash].[ext]',
    publicPath,
    minify: true,
    external: [`${publicPath}*`],
    plugins: [virtualModules(await findBrowserSources(join(browserDir, '..'))), fontsAsFiles(outDir, fonts)],
  }
  const scripts = await Bun.build({
    ...common,
    plugins: [preactForReact, servedMarkup, inlinePaths, ...common.plugins, onlyWebSockets, socketWithPrices],
    entrypoints: [join(browserDir, 'entry.ts')],
    target: 'browser',
    splitting: true,
    define: { ...defined, OFFLINE_WORKER: JSON.stringify(offlineWorker) },
  })
  // With the target `browser`, the bundler would expand nesting and light-dark() for browsers of 2020, which would make
  // the style sheets half as large again.
  const styles = await Bun.build({
    ...common,
    entrypoints: [...sheets, ...visitorSheets.map((name) => `visitor-${name}`)].map((name) =>
      join(browserDir, `${name}.css`),
    ),
    target: 'bun',
  })
  const made = [...scripts.outputs, ...styles.outputs].map(({ path }) => basename(path))
  const files = [...made, ...fonts, ...offline]
  const buildId = Bun.hash(files.sort().join('\n')).toString(36)
  await buildServiceWorkers(outDir, buildId)
  const named = (pattern: RegExp) => {
    const file = files.find((name) => pattern.test(name))
    if (!file) throw new Error(`The asset build produced no file matching ${pattern}: ${files.join(', ')}`)
    return publicPath + file
  }
  return {
    css: named(/^styles-.*\.css$/),
    appCss: named(/^app-styles-.*\.css$/),
    adminCss: named(/^admin-styles-.*\.css$/),
    visitorCss: {
      account: named(/^visitor-account-.*\.css$/),
      bots: named(/^visitor-bots-.*\.css$/),
      charts: named(/^visitor-charts-.*\.css$/),
    },
    js: named(/^entry-.*\.js$/),
    fonts: {
      text: named(/^inter-[^-]+\.woff2$/),
      latinCode: named(/^jetbrains-mono-latin-[^-]+\.woff2$/),
      cyrillicCode: named(/^jetbrains-mono-cyrillic-[^-]+\.woff2$/),
    },
    buildId,
  }
}

/**
 * Bundler plugin that removes the socket client's other transports: the ticker only speaks WebSocket, and they would be
 * a fourth of the client's code.
 */
const onlyWebSockets: BunPlugin = {
  name: 'only-websockets',
  setup(build) {
    build.onLoad({ filter: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/ }, () => ({
      contents: "import { WS } from './websocket.js'; export const transports = { websocket: WS }",
      loader: 'js',
    }))
    // This module is kept although nothing uses it, because it listens to the window.
    build.onLoad({ filter: /\/engine\.io-client\/build\/esm\/transports\/polling-xhr\.js$/ }, () => ({
      contents: 'export let XHR, BaseXHR, Request',
      loader: 'js',
    }))
  },
}

/**
 * Bundler plugin that puts the socket client into the file of islands with prices, which need it at once. Sources
 * import the client on demand, so that the server never loads it.
 */
const socketWithPrices: BunPlugin = {
  name: 'socket-with-prices',
  setup(build) {
    build.onLoad({ filter: /\/live\/open-socket\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      const fetching = "const { io } = await import('socket.io-client')\n"
      if (!text.includes(fetching)) {
        throw new Error(`${path} no longer contains ${fetching}: update the plugin socket-with-prices`)
      }
      // Only `io` is imported: the module also exports the transports that are not used.
      const contents = `import { io } from 'socket.io-client'\n${text.replace(fetching, '')}`
      return { contents, loader: 'ts' }
    })
  },
}

/** Bundler plugin that keeps fonts as separate files; the bundler would inline them into the style sheet. */
function fontsAsFiles(outDir: string, made: string[]): BunPlugin {
  return {
    name: 'fonts-as-files',
    setup(build) {
      build.onLoad({ filter: /fonts\.css$/ }, async ({ path }) => {
        const source = await Bun.file(path).text()
        const addresses = new Map<string, string>()
        for (const [, url = ''] of source.matchAll(/url\('([^']+\.woff2)'\)/g)) {
          const bytes = await Bun.file(resolve(dirname(path), url)).bytes()
          const file = `${basename(url, '.woff2')}-${Bun.hash(bytes).toString(36)}.woff2`
          await Bun.write(join(outDir, file), bytes)
          addresses.set(url, publicPath + file)
          made.push(file)
        }
        const contents = source.replace(/url\('([^']+\.woff2)'\)/g, (_, url: string) => `url('${addresses.get(url)}')`)
        return { contents, loader: 'css' }
      })
    },
  }
}
