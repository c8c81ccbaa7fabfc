import { watch } from 'node:fs'
import { join } from 'node:path'
import { isBrowserSource } from '../browser/discover.ts'
import type { Logger } from '../log/logger.ts'
import type { Assets } from '../ui/frame.tsx'
import { sourceBundle } from './bundle.ts'

export interface DevBuildOptions {
  /** Mutated: the next page names the new files */
  assets: Assets
  log: Logger
  onBuilt(): void
}

/** Development only: rebuilds the browser's files on changes. Server code restarts the process. */
export function startDevBuild({ assets, log, onBuilt }: DevBuildOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const build = async () => {
    timer = undefined
    try {
      Object.assign(assets, (await sourceBundle()).assets)
      onBuilt()
    } catch (error) {
      log.error('The assets do not build', error)
    }
  }
  const watcher = watch(join(import.meta.dir, '..'), { recursive: true }, (_, file) => {
    if (file && isBrowserSource(file)) timer ??= setTimeout(() => void build(), 50)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
