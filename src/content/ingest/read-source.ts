import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { collectionOf, isSettings } from '../collections.ts'
import { isOwnPictureFile } from '../own-pictures.ts'
import { type FileStamp, pipelineVersion, settledStampOf } from './file-stamp.ts'
import type { Problem } from './problem.ts'

/** Max size of a page's file, bytes; larger pages are rejected, to limit the parser's work. */
const maxFileBytes = 1024 * 1024

/** Max size of a picture's file, bytes; measuring a larger one would take too much memory. */
export const maxPictureBytes = 32 * 1024 * 1024

export interface SourceFile {
  file: string
  bytes: Uint8Array
  digest: string
  /** Stamp of the file; undefined while the file could still change without a new stamp */
  stamp?: FileStamp | undefined
}

export type SourceText = { status: 'text'; text: string } | { status: 'refused'; problems: Problem[] }

export async function listContentFiles(contentDir: string): Promise<string[]> {
  return contentFilesIn(await listAllFiles(contentDir))
}

export function contentFilesIn(files: readonly string[]): string[] {
  return files.filter((file) => collectionOf(file) || isSettings(file)).sort()
}

/** Lists all files of the content folder, including those that are not content */
export async function listAllFiles(contentDir: string): Promise<string[]> {
  const root = await realpath(contentDir)
  const found: string[] = []
  /** Lists a folder and those below it. @param below  path below the root, with a trailing slash */
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
      const file = `${below}${entry.name}`
      if (entry.isDirectory()) await walk(`${file}/`)
      else found.push(file)
    }
  }
  await walk('')
  return found
}

/**
 * Reads a file of the content. Undefined if the file is gone; a problem if it is unreadable, too large or outside the
 * folder.
 */
export async function readSource(contentDir: string, file: string): Promise<SourceFile | Problem | undefined> {
  const path = join(contentDir, file)
  const entry = await lstat(path).catch(() => undefined)
  if (!entry || entry.isDirectory()) return undefined
  if (
    file.split('/').some((part) => part.includes('..')) ||
    (entry.isSymbolicLink() && !(await staysInside(contentDir, path)))
  ) {
    return {
      file,
      message: 'The path leads outside the content folder',
      hint: 'Use a name without ".." and no symbolic link to a file elsewhere.',
      severity: 'error',
    }
  }
  const target = await stat(path).catch(() => undefined)
  // Only regular files are read, because reading a pipe would block forever.
  if (!target?.isFile()) return target && unreadable(file, 'it is not a regular file')
  if (target.size > maxFileBytes) return tooLarge(file, target.size)
  // The stamp is computed before the file is read, so that any later write has another stamp.
  const stamp = settledStampOf(contentDir, file)
  const bytes = await readFile(path).catch(failureOf)
  if ('code' in bytes) return bytes.code === 'ENOENT' ? undefined : unreadable(file, bytes.code)
  const digest = createHash('sha256').update(`${pipelineVersion}:${file}\n`).update(bytes).digest('base64url')
  return { file, bytes, digest, stamp }
}

/**
 * Reads a picture beside the texts. Undefined if the file is gone, not a picture or outside the folder; its size if it
 * is too large.
 */
export async function readOwnPicture(
  contentDir: string,
  file: string,
): Promise<Uint8Array | { tooManyBytes: number } | undefined> {
  const path = join(contentDir, file)
  if (!isOwnPictureFile(file) || file.split(/[/\\]/).includes('..') || file.includes('\0')) return undefined
  const entry = await stat(path).catch(() => undefined)
  if (!entry?.isFile() || !(await staysInside(contentDir, path))) return undefined
  return entry.size > maxPictureBytes ? { tooManyBytes: entry.size } : readFile(path).catch(() => undefined)
}

/** Decodes the text of a file; rejects files that are not UTF-8 or contain NUL. */
export function decodeSource({ file, bytes }: SourceFile): SourceText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return { status: 'text', text }
  } catch {
    // Continues below: a decoding error and a NUL give the same problem.
  }
  const problem: Problem = {
    file,
    line: lineOfBadByte(bytes),
    message: 'The file is not UTF-8 text',
    hint: 'Save it in the encoding UTF-8 and try again.',
    severity: 'error',
  }
  return { status: 'refused', problems: [problem] }
}

export function isProblem(value: SourceFile | Problem): value is Problem {
  return 'severity' in value
}

async function staysInside(contentDir: string, path: string): Promise<boolean> {
  const target = await realpath(path).catch(() => undefined)
  return target?.startsWith(`${await realpath(contentDir)}${sep}`) ?? false
}

function failureOf(error: NodeJS.ErrnoException): { code: string } {
  return { code: error.code ?? error.message }
}

function unreadable(file: string, why: string): Problem {
  return {
    file,
    message: `The file cannot be read: ${why}`,
    hint: 'Give the server read permission, or move it out of the content folder.',
    severity: 'error',
  }
}

function tooLarge(file: string, size: number): Problem {
  return {
    file,
    message: `The file is ${(size / maxFileBytes).toFixed(1)} MiB; the limit is 1 MiB`,
    hint: 'Split the page into several, or move data out of it.',
    severity: 'error',
  }
}

function lineOfBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8')
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    if (/[\uFFFD\0]/.test(decoder.decode(bytes.subarray(start, end)))) return line
    line++
    start = end + 1
  }
  return line
}
