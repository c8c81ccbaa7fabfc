import { auditStatement } from '../../auth/audit.ts'
import { loadSharp } from '../../content/ingest/images.ts'
import type { FileSender } from '../../telegram/api/file-sender.ts'
import { refuseStatements, replyRate, takeReplySlot } from '../../telegram/limiter/bucket-queries.ts'
import type { Media, MediaKind } from '../../telegram/message/content.ts'
import { limits } from '../../telegram/message/limits.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import { findOwnChat } from '../detail/detail-queries.ts'
import { allowedTypes, type FileType, fileTypeOf } from './file-type.ts'

export type StoreFileOutcome =
  | { status: 'kept'; media: Media }
  | { status: 'empty' }
  /** The file is larger than its kind of media allows; `most` is the max size in bytes */
  | { status: 'tooBig'; most: number }
  /** The bytes have a type that the kind of media does not allow; `found` is undefined for an unknown type */
  | { status: 'wrongType'; found: FileType | undefined; allowed: readonly FileType[] }
  | PhotoFault
  /** The uploader has no chat that the bot may write to. */
  | { status: 'unlinked' }
  /** Telegram makes the bot wait, or too many replies are queued. */
  | { status: 'crowded' }
  /** Telegram refused the file; `error` is Telegram's error text. */
  | { status: 'refused'; error: string }
  /** Telegram did not answer: the file may be in the chat, where it does no harm. */
  | { status: 'unanswered' }

export interface ChosenFile {
  kind: MediaKind
  file: File
}

function maxBytes(kind: MediaKind): number {
  return kind === 'photo' ? limits.photoBytes : limits.fileBytes
}

/** Sends a file once, to the chat of the uploader: broadcasts then refer to this file, and carry no bytes. */
export async function storeFile(
  { db, now, files }: ActDeps & { files: FileSender },
  { actor, ...origin }: ActRequest,
  { kind, file }: ChosenFile,
): Promise<StoreFileOutcome> {
  if (file.size === 0) return { status: 'empty' }
  const most = maxBytes(kind)
  if (file.size > most) return { status: 'tooBig', most }
  const fault = (await wrongType(kind, file)) ?? (kind === 'photo' ? await photoFault(file) : undefined)
  if (fault) return fault
  const chat = actor && (await findOwnChat(db, actor.id))
  if (!chat) return { status: 'unlinked' }
  const { botId } = files
  const waitMs = await takeReplySlot(db, { botId, now: now() })
  if (waitMs === undefined) return { status: 'crowded' }
  await Bun.sleep(waitMs)
  const outcome = await files.send({ chatId: chat.chatId, kind, file })
  switch (outcome.status) {
    case 'sent': {
      // In Bun, the name is undefined if the form has no file name.
      const name = (file.name ?? '').slice(0, 200)
      const after = { kind: outcome.media.kind, name, bytes: file.size }
      await db.writeBatch([auditStatement(db, origin, now(), { act: 'broadcast.file', actor, after })])
      return { status: 'kept', media: outcome.media }
    }
    case 'too-many': {
      const lane = { botId, lane: 'reply', now: now(), most: replyRate } as const
      await db.writeRaw(refuseStatements({ ...lane, waitMs: outcome.retryAfter * 1000 }))
      return { status: 'crowded' }
    }
    case 'refused':
      return { status: 'refused', error: outcome.error }
    default:
      return { status: 'unanswered' }
  }
}

async function wrongType(
  kind: MediaKind,
  file: File,
): Promise<Extract<StoreFileOutcome, { status: 'wrongType' }> | undefined> {
  if (kind === 'document') return undefined
  const allowed = allowedTypes[kind]
  const found = await fileTypeOf(file)
  return found && allowed.includes(found) ? undefined : { status: 'wrongType', found, allowed }
}

/** Reason why Telegram refuses a picture as a photo, with the sides of the picture in px */
interface PhotoFault {
  status: 'tooManyPixels' | 'tooNarrow'
  width: number
  height: number
}

/**
 * Checks the size of a picture by its header, in either orientation. Source: core.telegram.org/bots/api#sendphoto
 * @param load  returns undefined if there is no measuring library: then Telegram itself reports the problem
 * @returns undefined when the size is within the limits, or cannot be measured
 */
export async function photoFault(photo: Blob, load = loadSharp): Promise<PhotoFault | undefined> {
  const sharp = await load()
  // Measuring reads no pixels, so pictures of any size can be measured.
  const measuring = sharp?.(await photo.arrayBuffer(), { limitInputPixels: false }).metadata()
  const size = await measuring?.catch(() => undefined)
  if (!size) return undefined
  const { width, height } = size
  if (width + height > limits.photoSides) return { status: 'tooManyPixels', width, height }
  const isTooNarrow = Math.max(width, height) > limits.photoRatio * Math.min(width, height)
  return isTooNarrow ? { status: 'tooNarrow', width, height } : undefined
}
