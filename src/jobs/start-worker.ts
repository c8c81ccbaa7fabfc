import { join } from 'node:path'

/** Folder in which Bun puts the embedded files of a single-file binary. */
const insideBinary = '/$bunfs/'

/**
 * Starts a worker by name, because `src/main/compile.ts` puts every `*.worker.ts` into the single binary.
 * @param path  below `src`
 */
export function startWorker(path: `${string}.worker.ts`): Worker {
  const src = import.meta.dir.startsWith(insideBinary) ? join(import.meta.dir, 'src') : join(import.meta.dir, '..')
  return new Worker(join(src, path))
}
