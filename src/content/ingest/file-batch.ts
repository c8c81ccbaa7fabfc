import type { BatchStatement, Db } from '../../db/client.ts'
import { type IndexedPage, indexStatements, type PageAddress } from '../search/index-queries.ts'
import { raiseVersion } from './queries.ts'

interface BatchedFile {
  statements: readonly BatchStatement[]
  /** Addresses that the file's statements add or remove */
  paths: readonly string[]
  /** Size of the file's statements, characters */
  size: number
  /** Page to remove from the search index */
  left?: PageAddress | undefined
  /** Page to index; replaces the indexed page at its address */
  page?: IndexedPage | undefined
}

/**
 * Collects files and writes several of them in one transaction. In separate transactions, each small file would rewrite
 * large parts of the search index.
 */
export interface FileBatch {
  /** Adds a file to the batch, and writes the batch when it is full. */
  add(file: BatchedFile): Promise<void>
  /** Writes pending files that touch this address, so that queries see its current owner. */
  settle(path: string): Promise<void>
  flush(): Promise<void>
}

/**
 * Max number of files and max size in characters of one transaction; a larger one blocks other writers for longer and
 * takes more memory.
 */
const [maxFiles, maxSize] = [16, 128 * 1024]

export function createFileBatch(db: Db): FileBatch {
  let waiting: BatchStatement[] = []
  let pages: IndexedPage[] = []
  let left: PageAddress[] = []
  let [files, size] = [0, 0]
  const touched = new Set<string>()
  const flush = async () => {
    if (files === 0) return
    const statements = [...waiting, ...indexStatements(db, pages, left), raiseVersion(db)]
    waiting = []
    pages = []
    left = []
    files = size = 0
    touched.clear()
    await db.writeBatch(statements, { lane: 'bulk' })
  }
  return {
    add: async ({ statements, paths, size: length, left: leaving, page }) => {
      for (const statement of statements) waiting.push(statement)
      if (leaving) left.push(leaving)
      if (page) pages.push(page)
      for (const path of paths) touched.add(path)
      files++
      size += length
      if (files >= maxFiles || size >= maxSize) await flush()
    },
    settle: async (path) => {
      if (touched.has(path)) await flush()
    },
    flush,
  }
}
