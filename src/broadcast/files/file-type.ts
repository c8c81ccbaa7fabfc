import type { MediaKind } from '../../telegram/message/content.ts'

/** A box of ISO/IEC 14496-12 (the format of MP4, MOV, M4A, HEIC and AVIF) with the range of its contents */
interface Box {
  type: string
  from: number
  to: number
}

/** Max boxes read within one box: real files have a dozen; a file with millions of boxes must not take seconds. */
const maxBoxes = 64

const stillBrands: Record<string, 'HEIC' | 'AVIF'> = {
  avif: 'AVIF',
  avis: 'AVIF',
  heic: 'HEIC',
  heix: 'HEIC',
  heim: 'HEIC',
  heis: 'HEIC',
  hevc: 'HEIC',
  hevx: 'HEIC',
  mif1: 'HEIC',
  msf1: 'HEIC',
}

/** Types of the first box of QuickTime files that are older than QuickTime's brand */
const unbranded = ['moov', 'mdat', 'wide', 'pnot']

/**
 * Detects the type of a file made of boxes. The tracks show whether the file has video: many files with only sound have
 * a video brand.
 * @returns undefined if the file is not made of boxes
 */
async function boxedType(file: Blob): Promise<'MP4' | 'MOV' | 'M4A' | 'HEIC' | 'AVIF' | undefined> {
  const boxes = await boxesIn(file, 0, file.size)
  const [first] = boxes
  if (!first || !['ftyp', ...unbranded].includes(first.type)) return undefined
  const brand = first.type === 'ftyp' ? await textAt(file, first.from) : 'qt  '
  const still = stillBrands[brand]
  if (still) return still
  const tracks = await trackKinds(file, boxes)
  if (tracks.includes('soun') && !tracks.includes('vide')) return 'M4A'
  return brand === 'qt  ' ? 'MOV' : 'MP4'
}

/** Returns the handler types of a file's tracks: `vide`, `soun`, `text` and the like */
async function trackKinds(file: Blob, boxes: readonly Box[]): Promise<string[]> {
  const kinds: string[] = []
  for (const track of await inside(file, boxes, 'moov')) {
    const media = await inside(file, [track], 'trak')
    const handler = (await inside(file, media, 'mdia')).find(({ type }) => type === 'hdlr')
    // The handler type follows the version, the flags and four reserved bytes.
    if (handler) kinds.push(await textAt(file, handler.from + 8))
  }
  return kinds
}

/** Returns the boxes that are inside the first box of this type. */
async function inside(file: Blob, boxes: readonly Box[], type: string): Promise<Box[]> {
  const box = boxes.find((box) => box.type === type)
  return box ? boxesIn(file, box.from, box.to) : []
}

async function boxesIn(file: Blob, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < maxBoxes; ) {
    const head = Buffer.from(await file.slice(at, at + 16).arrayBuffer())
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    // A size of 0 means that the last box extends to the end of the file.
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short || to - at
    const begin = at + (isLong ? 16 : 8)
    if (at + size < begin) break
    boxes.push({ type: head.toString('latin1', 4, 8), from: begin, to: Math.min(at + size, to) })
    at += size
  }
  return boxes
}

async function textAt(file: Blob, at: number): Promise<string> {
  return Buffer.from(await file.slice(at, at + 4).arrayBuffer()).toString('latin1')
}

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
 * Types of files that Telegram shows as each kind of media; a document may be anything. Other video formats are sent as
 * documents, and other audio formats become voice messages. Source: core.telegram.org/bots/api#sendphoto and its
 * neighbours.
 */
export const allowedTypes: Record<Exclude<MediaKind, 'document'>, readonly FileType[]> = {
  photo: ['JPEG', 'PNG', 'WebP'],
  video: ['MP4'],
  audio: ['MP3', 'M4A'],
  animation: ['GIF', 'MP4'],
}

/** First bytes of file types in Latin-1, where a character is a byte. A second text, if any, is at offset 8. */
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

/** First bytes of frames of MPEG Layer III, any version, and of frames of AAC, which have no layer */
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
  // The two letters BM are too few for certainty: in a bitmap, zeros follow the length.
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

/** Detects a type behind an ID3 tag, whose length has seven bits a byte. Source: id3.org/id3v2.4.0-structure §3.1 */
async function typeBehindTag(file: Blob, head: string): Promise<FileType | undefined> {
  if (!head.startsWith('ID3')) return undefined
  const size = [...head.slice(6, 10)].reduce((sum, digit) => sum * 128 + digit.charCodeAt(0), 0)
  // Padding may precede the first frame of sound, so it is MP3 even if no frame follows the tag.
  return typeByHead(await headAt(file, 10 + size)) ?? 'MP3'
}
