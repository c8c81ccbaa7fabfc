import { z } from 'zod'
import { type Media, type MediaKind, mediaKinds } from '../../telegram/message/content.ts'
import { limits } from '../../telegram/message/limits.ts'
import type { ChosenFile } from './store-file.ts'

/** Max size of an upload form, bytes: the largest file, and the rest of the form. */
export const fileFormBytes = limits.fileBytes + 64 * 1024

const sentFile = z.object({
  kind: z.enum(mediaKinds).catch('photo'),
  file: z.instanceof(File).optional().catch(undefined),
})

/** Finds the chosen kind of media in the start of a form that is not read completely: browsers send fields in order. */
export function kindIn(head: Uint8Array): MediaKind | undefined {
  const [, chosen] = /name="kind"\r\n\r\n(\w{1,20})\r\n/.exec(Buffer.from(head.subarray(0, 2048)).toString()) ?? []
  return mediaKinds.find((known) => known === chosen)
}

/** Max parts of an upload form. A form with one file has two parts. */
const maxParts = 16

/**
 * Reads an upload form. If no file is chosen, browsers send an empty one. @param type  content type of the body
 * @returns undefined if the body is no form, or has too many parts: a million parts take ten seconds to parse, in which
 * no other request is answered
 */
export async function readFileForm(type: string, body: Buffer<ArrayBuffer>): Promise<ChosenFile | undefined> {
  const parts = await partsOf(type, body)
  if (!parts) return undefined
  const { kind, file = new File([], '') } = sentFile.parse(Object.fromEntries(parts))
  return { kind, file }
}

async function partsOf(type: string, body: Buffer<ArrayBuffer>): Promise<Iterable<[string, unknown]> | undefined> {
  const [, boundary] = /^multipart\/form-data;\s*boundary="?([^\s";]+)/i.exec(type) ?? []
  if (!boundary) return []
  if (countOf(`--${boundary}`, body) > maxParts) return undefined
  try {
    // The parser gets the boundary whose parts were counted, whatever else the header contains.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    return (await new Response(body, { headers }).formData()).entries()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

/** Counts occurrences of a text; stops counting right above `maxParts`. */
function countOf(text: string, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0 && count <= maxParts; at = bytes.indexOf(text, at + 1)) count++
  return count
}

/** Reads the uploaded file from the URL of the page, so that it survives a reload, and is not uploaded again. */
export function storedFileIn(query: Record<string, string>): Media | undefined {
  const kind = mediaKinds.find((known) => known === query.kind)
  return kind && /^[\w-]{1,200}$/.test(query.file ?? '') ? { kind, file: query.file ?? '' } : undefined
}

export function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}
