import { type FSWatcher, watch } from 'node:fs'
import { sep } from 'node:path'
import { collectionOf, isSettings } from '../collections.ts'
import { isOwnPictureFile } from '../own-pictures.ts'

export interface ContentWatcher {
  close(): Promise<void>
}

export interface WatchOptions {
  contentDir: string
  /** Undefined when a folder changed and everything should be checked. Never called again before it settles. */
  onChange(files: string[] | undefined): Promise<void>
  /** ms; editors write a file in several steps */
  batchMs?: number
}

export function watchContent({ contentDir, onChange, batchMs = 40 }: WatchOptions): ContentWatcher {
  let changed = new Set<string>()
  let isFullScan = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let work: Promise<void> = Promise.resolve()

  const flush = () => {
    const files = isFullScan ? undefined : [...changed]
    changed = new Set()
    isFullScan = false
    timer = undefined
    work = work.then(() => onChange(files))
  }
  const watcher: FSWatcher = watch(contentDir, { recursive: true }, (_, name) => {
    const file = name?.split(sep).join('/')
    if (file === undefined || !/\.\w+$/.test(file)) isFullScan = true
    else if (collectionOf(file) || isSettings(file) || isOwnPictureFile(file)) changed.add(file)
    else return
    timer ??= setTimeout(flush, batchMs)
  })
  return {
    close: async () => {
      watcher.close()
      clearTimeout(timer)
      await work
    },
  }
}
