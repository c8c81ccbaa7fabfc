import type { MediaKind } from '../../telegram/message/content.ts'
import { boxedType } from './boxed-type.ts'

export type FileType =
  | 'JPEG'
  | 'PNG'
  | 'GIF'
  | 'WebP'
  | 'BMP'
  | 'TIFF'
  | 'HEIC'
  | 'AVIF'
  | 'SVG'
  | 'MP4'
  | 'MOV'
  | 'WebM'
  | 'Matroska'
  | 'AVI'
  | 'MP3'
  | 'M4A'
  | 'AAC'
  | 'OGG'
  | 'FLAC'
  | 'WAV'
  | 'PDF'
  | 'ZIP'
  | 'RAR'
  | '7z'
  | 'gzip'
  | 'HTML'
  | 'EXE'
  | 'ELF'

/**
 * Types that Telegram shows as each kind; a document may be anything. Other video formats are sent as documents, and
 * other audio formats become voice messages. Source: core.telegram.org/bots/api#sendphoto and its neighbours.
 */
export const allowedTypes: Record<Exclude<MediaKind, 'document'>, readonly FileType[]> = {
  photo: ['JPEG', 'PNG', 'WebP'],
  video: ['MP4'],
  audio: ['MP3', 'M4A'],
  animation: ['GIF', 'MP4'],
}

/** First bytes of files, in Latin-1, where a character is a byte. A second text is at offset 8, after the length. */
const beginnings: readonly (readonly [type: FileType, begins: string, then?: string])[] = [
  ['JPEG', '\xff\xd8\xff'],
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['GIF', 'GIF87a'],
  ['GIF', 'GIF89a'],
  ['WebP', 'RIFF', 'WEBP'],
  ['WAV', 'RIFF', 'WAVE'],
  ['AVI', 'RIFF', 'AVI '],
  ['TIFF', 'II*\0'],
  ['TIFF', 'MM\0*'],
  ['OGG', 'OggS'],
  ['FLAC', 'fLaC'],
  ['PDF', '%PDF-'],
  ['ZIP', 'PK\x03\x04'],
  ['ZIP', 'PK\x05\x06'],
  ['RAR', 'Rar!\x1a\x07'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
  ['gzip', '\x1f\x8b\x08'],
  ['ELF', '\x7fELF'],
  ['EXE', 'MZ'],
]

/** Frames of MPEG Layer III, any version; frames of AAC, which have no layer */
const mp3Frame = /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/
const aacFrame = /^\xff[\xf0\xf1\xf8\xf9]/

const headBytes = 1024

/** Detects a file's type from its bytes, not from its name or the browser's type. @returns undefined when unknown */
export async function fileTypeOf(file: Blob): Promise<FileType | undefined> {
  const head = await headAt(file, 0)
  return typeByHead(head) ?? (await boxedType(file)) ?? (await typeBehindTag(file, head))
}

async function headAt(file: Blob, at: number): Promise<string> {
  return Buffer.from(await file.slice(at, at + headBytes).arrayBuffer()).toString('latin1')
}

function typeByHead(head: string): FileType | undefined {
  const found = beginnings.find(([, begins, then = '']) => head.startsWith(begins) && head.startsWith(then, 8))
  if (found) return found[0]
  // Two letters are too few: a bitmap also has zeros after its length.
  if (head.startsWith('BM') && head.startsWith('\0\0\0\0', 6)) return 'BMP'
  if (head.startsWith('\x1a\x45\xdf\xa3')) return head.includes('webm') ? 'WebM' : 'Matroska'
  if (mp3Frame.test(head)) return 'MP3'
  if (aacFrame.test(head)) return 'AAC'
  return typeOfText(head)
}

function typeOfText(head: string): FileType | undefined {
  const text = head
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  if (/^<(!doctype )?html\b/.test(text)) return 'HTML'
  return /^<(svg|\?xml|!doctype svg)\b/.test(text) && text.includes('<svg') ? 'SVG' : undefined
}

/** An ID3 tag precedes the sound; its length has seven bits a byte. Source: id3.org/id3v2.4.0-structure §3.1 */
async function typeBehindTag(file: Blob, head: string): Promise<FileType | undefined> {
  if (!head.startsWith('ID3')) return undefined
  const size = [...head.slice(6, 10)].reduce((sum, digit) => sum * 128 + digit.charCodeAt(0), 0)
  // Padding may precede the first frame.
  return typeByHead(await headAt(file, 10 + size)) ?? 'MP3'
}
