import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
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
  const watcher: FSWatcher = watch(contentDir, { recursive: true }, (event, name) => {
    const file = name?.split(sep).join('/')
    if (file !== undefined && isOurs(file)) changed.add(file)
    else if (file === undefined || mayBeFolder(contentDir, file, event)) isFullScan = true
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

function isOurs(file: string): boolean {
  return collectionOf(file) !== undefined || isSettings(file) || isOwnPictureFile(file)
}

/** Folders have dots in their names too, as `1.start` has; of what is gone nobody knows what it was. */
function mayBeFolder(contentDir: string, name: string, event: string): boolean {
  if (!/\.\w+$/.test(name)) return true
  return event === 'rename' && lstatSync(join(contentDir, name), { throwIfNoEntry: false })?.isFile() !== true
}
