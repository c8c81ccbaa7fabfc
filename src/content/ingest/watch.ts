import { type FSWatcher, watch } from 'node:fs'
import { sep } from 'node:path'
import { collectionOf, isFolderSettings } from '../collections.ts'

export interface ContentWatcher {
  close(): Promise<void>
}

export interface WatchOptions {
  contentDir: string
  /**
   * Called with the files that changed since the last call, or with nothing when a folder came, went or moved and
   * everything should be looked at. Never called again before it settles.
   */
  onChange(files: string[] | undefined): Promise<void>
  /** Editors write a file in several steps: changes are gathered this long, ms. */
  gatherMs?: number
}

/** Follows edits below the content folder for as long as the server runs. */
export function watchContent({ contentDir, onChange, gatherMs = 40 }: WatchOptions): ContentWatcher {
  let changed = new Set<string>()
  let isSweeping = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let work: Promise<void> = Promise.resolve()

  const flush = () => {
    const files = isSweeping ? undefined : [...changed]
    changed = new Set()
    isSweeping = false
    timer = undefined
    work = work.then(() => onChange(files))
  }
  const watcher: FSWatcher = watch(contentDir, { recursive: true }, (_, name) => {
    const file = name?.split(sep).join('/')
    if (file === undefined || !/\.\w+$/.test(file)) isSweeping = true
    else if (collectionOf(file) || isFolderSettings(file)) changed.add(file)
    else return
    timer ??= setTimeout(flush, gatherMs)
  })
  return {
    close: async () => {
      watcher.close()
      clearTimeout(timer)
      await work
    },
  }
}
