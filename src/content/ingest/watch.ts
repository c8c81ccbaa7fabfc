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

/** ms, after which a folder that has gone is looked for again */
const againMs = 1000

export function watchContent({ contentDir, onChange, batchMs = 40 }: WatchOptions): ContentWatcher {
  let changed = new Set<string>()
  let isFullScan = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let work: Promise<void> = Promise.resolve()

  /** The folder itself has moved: events are of the one that was there. */
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
  /** @returns false where there is none yet */
  const followAgain = (): boolean => {
    try {
      // Before: two of one path share what they follow.
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

/** Folders have dots in their names too, as `1.start` has; of what is gone nobody knows what it was. */
function mayBeFolder(contentDir: string, name: string, event: string): boolean {
  if (!/\.\w+$/.test(name)) return true
  return event === 'rename' && lstatSync(join(contentDir, name), { throwIfNoEntry: false })?.isFile() !== true
}
