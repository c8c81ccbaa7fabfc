import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { getMimeType } from 'hono/utils/mime'

export function openFile(path: string) {
  const bytes = async () => new Uint8Array(await readFile(path))
  return {
    /** 0 if the file does not exist */
    get size() {
      return statSync(path, { throwIfNoEntry: false })?.size ?? 0
    },
    type: getMimeType(path) ?? 'application/octet-stream',
    exists: async () => (await stat(path).catch(() => undefined))?.isFile() ?? false,
    bytes,
    arrayBuffer: async () => (await bytes()).buffer,
  }
}
