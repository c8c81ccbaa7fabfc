import { watch } from 'node:fs'
import { join } from 'node:path'
import { isBrowserSource } from '../browser/discover.ts'
import type { Logger } from '../log/logger.ts'

export interface DevBuildOptions {
  rebuild(): Promise<void>
  log: Logger
  onBuilt(): void
}

/** Rebuilds the browser assets on changes, in development only. Changes of server code restart the process. */
export function startDevBuild({ rebuild, log, onBuilt }: DevBuildOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const build = async () => {
    timer = undefined
    try {
      await rebuild()
      onBuilt()
    } catch (error) {
      log.error('Building the browser assets failed', error)
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
