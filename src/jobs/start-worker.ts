import { join } from 'node:path'

/** Where Bun puts the files that a single binary carries. */
const insideBinary = '/$bunfs/'

/** Found by name: `src/main/compile.ts` puts every `*.worker.ts` into the single binary. @param path  below `src` */
export function startWorker(path: `${string}.worker.ts`): Worker {
  const src = import.meta.dir.startsWith(insideBinary) ? join(import.meta.dir, 'src') : join(import.meta.dir, '..')
  return new Worker(join(src, path))
}
