import { z } from 'zod'
import { type Media, mediaKinds } from '../../telegram/message/content.ts'
import { limits } from '../../telegram/message/limits.ts'
import type { ChosenFile } from './keep-file.ts'

/** Bytes of the largest file, and of what a form is beside it. */
export const fileFormBytes = limits.fileBytes + 64 * 1024

const sentFile = z.object({
  kind: z.enum(mediaKinds).catch('photo'),
  file: z.instanceof(File).optional().catch(undefined),
})

/** @param form  as `readForm` gives it. Without a file browsers send an empty one. */
export function readFileForm(form: unknown): ChosenFile {
  const { kind, file = new File([], '') } = sentFile.parse(form)
  return { kind, file }
}

/** What was kept, as the address of the page names it: it survives a reload, and sends nothing again. */
export function keptIn(query: Record<string, string>): Media | undefined {
  const kind = mediaKinds.find((known) => known === query.kind)
  return kind && /^[\w-]{1,200}$/.test(query.file ?? '') ? { kind, file: query.file ?? '' } : undefined
}

export function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}
