import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../http/logger.ts'
import type { Assets } from '../ui/frame.tsx'
import { sourceBundle } from './bundle.ts'

export interface DevBuildOptions {
  /** Changed in place: the next page names the new files */
  assets: Assets
  log: Logger
  onBuilt(): void
}

/** Development only: rebuilds the browser's files when one of their sources changes. Server code restarts the process. */
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
    if (file && /\.css$|^browser\/.*\.tsx?$|\.island\.tsx$/.test(file)) timer ??= setTimeout(() => void build(), 50)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
