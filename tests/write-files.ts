import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes files below a folder and creates missing folders; null removes a file. */
export async function writeFiles(folder: string, files: Record<string, string | Uint8Array | null>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    if (content === null) await rm(path)
    else await writeFile(path, content)
  }
}
