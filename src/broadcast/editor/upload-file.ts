import type { Media, MediaKind } from '../../telegram/message/content.ts'
import { limits } from '../../telegram/message/limits.ts'
import { maxFileName } from './message-form.ts'

type Send = (action: string, init: RequestInit) => Promise<Response>

export type UploadOutcome =
  | { status: 'kept'; media: Media }
  /** The server refused the file; `error` is the text that the page for files shows. */
  | { status: 'refused'; error: string }
  | { status: 'signedOut' }
  | { status: 'unreachable' }

/** Uploads a file to the URL `paths.broadcastFiles`. */
export async function uploadFile(action: string, file: File, send: Send = fetch): Promise<UploadOutcome> {
  const body = new FormData()
  body.set('kind', kindOf(file))
  body.set('file', file)
  try {
    const response = await send(action, { method: 'POST', body, headers: { accept: 'application/json' } })
    if (response.status === 401) return { status: 'signedOut' }
    const answer: { media?: Media; error?: string } = await response.json()
    if (answer.media) return { status: 'kept', media: answer.media }
    return answer.error === undefined ? { status: 'unreachable' } : { status: 'refused', error: answer.error }
  } catch {
    return { status: 'unreachable' }
  }
}

export type FailedUpload = { name: string; outcome: Exclude<UploadOutcome, { status: 'kept' }> }

export interface UploadListeners {
  onStart(name: string): void
  onFile(media: Media): void
}

/**
 * Uploads files one after the other and skips refused ones. Without a session or a connection, stops trying.
 * @returns every file that was not uploaded
 */
export async function uploadFiles(
  action: string,
  files: readonly File[],
  { onStart, onFile }: UploadListeners,
  send: Send = fetch,
): Promise<FailedUpload[]> {
  const failed: FailedUpload[] = []
  for (const file of files) {
    const last = failed.at(-1)?.outcome
    const isOver = last !== undefined && last.status !== 'refused'
    if (!isOver) onStart(file.name)
    const outcome = isOver ? last : await uploadFile(action, file, send)
    if (outcome.status === 'kept') onFile({ ...outcome.media, name: file.name.slice(0, maxFileName) })
    else failed.push({ name: file.name, outcome })
  }
  return failed
}

const kinds: Readonly<Record<string, MediaKind>> = {
  'image/jpeg': 'photo',
  'image/png': 'photo',
  'image/webp': 'photo',
  'image/gif': 'animation',
  'video/mp4': 'video',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
}

/** Returns the kind of media as which the messenger can show a file; `document` for others. */
export function kindOf({ type, size }: Pick<File, 'type' | 'size'>): MediaKind {
  const kind = kinds[type] ?? 'document'
  return kind === 'photo' && size > limits.photoBytes ? 'document' : kind
}

/** Puts a file in the first blank media item, or at the end of the media. */
export function withFile(media: readonly Media[], added: Media): Media[] {
  const blank = media.findIndex(({ file }) => file.trim() === '')
  return blank < 0 ? [...media, added] : media.with(blank, added)
}
