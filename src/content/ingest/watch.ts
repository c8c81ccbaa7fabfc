import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { collectionOf, isSettings } from '../collections.ts'
import { isOwnPictureFile } from '../own-pictures.ts'

export interface ContentWatcher {
  close(): Promise<void>
}

export interface WatchOptions {
  contentDir: string
  /**
   * Called with the changed files; with undefined if a folder changed and everything should be checked. It is never
   * called again before its promise settles.
   */
  onChange(files: string[] | undefined): Promise<void>
  /** Time for which changes are collected, ms, because editors write a file in several steps */
  batchMs?: number
}

/** Interval of attempts to watch a missing folder again, ms */
const againMs = 1000

export function watchContent({ contentDir, onChange, batchMs = 40 }: WatchOptions): ContentWatcher {
  let changed = new Set<string>()
  let isFullScan = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let work: Promise<void> = Promise.resolve()

  /** Whether the watched folder itself was moved, so that events still refer to the old folder. */
  let isElsewhere = false

  const flush = () => {
    if (isElsewhere && !followAgain()) {
      timer = setTimeout(flush, againMs)
      return
    }
    const files = isFullScan ? undefined : [...changed]
    changed = new Set()
    isFullScan = false
    timer = undefined
    work = work.then(() => onChange(files))
  }
  const onEvent = (event: string, name: string | null | undefined) => {
    const file = name?.split(sep).join('/')
    if (file === undefined) isElsewhere = true
    if (file !== undefined && isOurs(file)) changed.add(file)
    else if (file === undefined || mayBeFolder(contentDir, file, event)) isFullScan = true
    else return
    timer ??= setTimeout(flush, batchMs)
  }
  const follow = (): FSWatcher => watch(contentDir, { recursive: true }, onEvent)
  /** Watches the folder again. @returns false if the folder does not exist */
  const followAgain = (): boolean => {
    try {
      // The old watcher is closed first, because two watchers of one path share their state.
      watcher.close()
      watcher = follow()
      isElsewhere = false
      return true
    } catch {
      return false
    }
  }
  let watcher = follow()
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

/**
 * Whether a changed entry may be a folder. Folder names may contain dots, like `1.start`, and a deleted entry may have
 * been a folder.
 */
function mayBeFolder(contentDir: string, name: string, event: string): boolean {
  if (!/\.\w+$/.test(name)) return true
  return event === 'rename' && lstatSync(join(contentDir, name), { throwIfNoEntry: false })?.isFile() !== true
}
