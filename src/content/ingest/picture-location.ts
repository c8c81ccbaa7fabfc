import { crc32 } from 'node:zlib'

/* Removes from pictures the location at which they were taken, which cameras store. All formats contain it as the
   same list of tags (TIFF 6.0, Exif 2.3, 4.6.6) or as XMP text. Both are overwritten in place, so that all other
   bytes keep their position. */

type View = DataView<ArrayBuffer>

const locationTag = 0x8825
const entryBytes = 12
/** Size of a tag's value in bytes, by the type of the value */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/** Removes the location from a picture. @returns a copy, with the same bytes if the picture has no location */
export function withoutLocation(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(picture)
  const view = new DataView(bytes.buffer)
  const text = Buffer.from(bytes.buffer).toString('latin1')
  for (const { index } of text.matchAll(/II\*\0|MM\0\*/g)) blankTags(view, index)
  for (const { index, 0: found, 1: name = '' } of text.matchAll(xmpLocation)) {
    bytes.fill(0x20, index + name.length, index + found.length)
  }
  if (text.startsWith('\x89PNG')) updateChecksums(view)
  return bytes
}

/** Pattern of a location in XMP text: `exif:GPSLatitude="55,45.3N"`, `<exif:GPSLatitude>55,45.3N` */
const xmpLocation = /(exif:GPS\w{1,40}(?:\s{0,8}=\s{0,8}["']|>))[^"'<]{1,200}/g

/** Removes the location from a block of TIFF tags. @param start  position of the block, the base of all offsets */
function blankTags(view: View, start: number): void {
  const isLittle = view.getUint8(start) === 0x49
  const room = view.byteLength - start
  if (room < 8) return
  const list = readList(view, start, view.getUint32(start + 4, isLittle), isLittle)
  const at = list?.tags.indexOf(locationTag) ?? -1
  if (!list || at < 0) return
  const entry = list.first + at * entryBytes
  blankList(view, start, view.getUint32(entry + 8, isLittle), isLittle)
  // The entries after the removed one move up, because readers stop at a tag that points to nothing.
  const end = list.first + list.tags.length * entryBytes + 4
  const bytes = new Uint8Array(view.buffer)
  bytes.copyWithin(entry, entry + entryBytes, end)
  bytes.fill(0, end - entryBytes, end)
  view.setUint16(list.first - 2, list.tags.length - 1, isLittle)
}

/** Overwrites a list of tags and their values with zeros. Values longer than four bytes are stored outside the list. */
function blankList(view: View, start: number, offset: number, isLittle: boolean): void {
  const list = readList(view, start, offset, isLittle)
  if (!list) return
  const bytes = new Uint8Array(view.buffer)
  for (let at = 0; at < list.tags.length; at++) {
    const entry = list.first + at * entryBytes
    const length = (typeBytes[view.getUint16(entry + 2, isLittle)] ?? 0) * view.getUint32(entry + 4, isLittle)
    const value = start + view.getUint32(entry + 8, isLittle)
    if (length > 4 && value + length <= bytes.length) bytes.fill(0, value, value + length)
    bytes.fill(0, entry, entry + entryBytes)
  }
  view.setUint16(list.first - 2, 0, isLittle)
}

/** Reads a list of tags; undefined if there cannot be a list of tags, in ascending order, at this offset. */
function readList(view: View, start: number, offset: number, isLittle: boolean) {
  const first = start + offset + 2
  if (offset < 8 || first > view.byteLength) return undefined
  const count = view.getUint16(first - 2, isLittle)
  if (count === 0 || first + count * entryBytes + 4 > view.byteLength) return undefined
  const tags = Array.from({ length: count }, (_, at) => view.getUint16(first + at * entryBytes, isLittle))
  return tags.every((tag, at) => tag >= (tags[at - 1] ?? 0)) ? { first, tags } : undefined
}

/** Updates the checksums of a PNG: each chunk ends with the CRC of its contents. */
function updateChecksums(view: View): void {
  const bytes = new Uint8Array(view.buffer)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length) return
    const chunk = Buffer.from(bytes.buffer, at + 4, end - at - 4)
    if (isPacked(chunk)) chunk.fill(0x20).write('tEXtComment\0')
    if (/^(eXIf|iTXt|tEXt)/.test(chunk.toString('latin1', 0, 4))) view.setUint32(end, crc32(chunk))
    at = end + 4
  }
}

/**
 * Whether a PNG chunk contains compressed or encoded metadata, which is overwritten without being unpacked, because it
 * may expand to any size.
 */
function isPacked(chunk: Buffer): boolean {
  const head = chunk.toString('latin1', 0, 40)
  if (head.startsWith(markedText)) return chunk[markedText.length + 1] === 1
  return /^(zTXtXML:com|(tEXt|zTXt|iTXt)Raw profile type)/.test(head)
}

/** Start of a PNG chunk with XMP text, followed by a flag that says whether the text is compressed */
const markedText = 'iTXtXML:com.adobe.xmp'
