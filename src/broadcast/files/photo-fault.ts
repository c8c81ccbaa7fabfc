import { loadSharp } from '../../content/ingest/images.ts'
import { limits } from '../../telegram/message/limits.ts'

/** What keeps Telegram from taking a picture as a photo, with its sides in px */
export interface PhotoFault {
  status: 'tooManyPixels' | 'tooNarrow'
  width: number
  height: number
}

/**
 * By the picture's own header, whichever way is up. Source: core.telegram.org/bots/api#sendphoto
 * @param load  gives nothing where there is no library that measures: Telegram itself then says what is wrong
 * @returns undefined when it is within the limits, or cannot be measured
 */
export async function photoFault(photo: Blob, load = loadSharp): Promise<PhotoFault | undefined> {
  const sharp = await load()
  // No pixel is read, so that pictures of any number of them can be measured.
  const measuring = sharp?.(await photo.arrayBuffer(), { limitInputPixels: false }).metadata()
  const size = await measuring?.catch(() => undefined)
  if (!size) return undefined
  const { width, height } = size
  if (width + height > limits.photoSides) return { status: 'tooManyPixels', width, height }
  const isTooNarrow = Math.max(width, height) > limits.photoRatio * Math.min(width, height)
  return isTooNarrow ? { status: 'tooNarrow', width, height } : undefined
}
