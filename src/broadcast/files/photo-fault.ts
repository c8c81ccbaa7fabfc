import { loadSharp } from '../../content/ingest/images.ts'
import { limits } from '../../telegram/message/limits.ts'

/** Why Telegram refuses a picture as a photo, with its sides in px */
export interface PhotoFault {
  status: 'tooManyPixels' | 'tooNarrow'
  width: number
  height: number
}

/**
 * Checks the sides in the picture's header, in either orientation. Source: core.telegram.org/bots/api#sendphoto
 * @param load  returns undefined without a measuring library: then Telegram itself reports the problem
 * @returns undefined when it is within the limits, or cannot be measured
 */
export async function photoFault(photo: Blob, load = loadSharp): Promise<PhotoFault | undefined> {
  const sharp = await load()
  // Reads no pixels, so that pictures of any size can be measured.
  const measuring = sharp?.(await photo.arrayBuffer(), { limitInputPixels: false }).metadata()
  const size = await measuring?.catch(() => undefined)
  if (!size) return undefined
  const { width, height } = size
  if (width + height > limits.photoSides) return { status: 'tooManyPixels', width, height }
  const isTooNarrow = Math.max(width, height) > limits.photoRatio * Math.min(width, height)
  return isTooNarrow ? { status: 'tooNarrow', width, height } : undefined
}
