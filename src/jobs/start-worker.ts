import { join } from 'node:path'

/** Where Bun puts the files that a single binary carries. */
const insideBinary = '/$bunfs/'

/**
 * Starts a thread of its own. Workers are found by their names: `src/main/compile.ts` puts every `*.worker.ts` into the
 * single binary, at the path that it has in the sources.
 * @param path  below `src`, such as `content/query/query.worker.ts`
 */
export function startWorker(path: `${string}.worker.ts`): Worker {
  const src = import.meta.dir.startsWith(insideBinary) ? join(import.meta.dir, 'src') : join(import.meta.dir, '..')
  return new Worker(join(src, path))
}
