/** A box of ISO/IEC 14496-12, the format of MP4, MOV, M4A, HEIC and AVIF, with the range of its contents */
interface Box {
  type: string
  from: number
  to: number
}

/** Max boxes read in one box: real files have a dozen, and a file crafted with millions must not take seconds. */
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

/** First boxes of QuickTime files that are older than its brand */
const unbranded = ['moov', 'mdat', 'wide', 'pnot']

/**
 * Detects the type of a file made of boxes. Its tracks show whether it has video: many files with only sound have a
 * video brand.
 * @returns undefined if the file is not made of boxes
 */
export async function boxedType(file: Blob): Promise<'MP4' | 'MOV' | 'M4A' | 'HEIC' | 'AVIF' | undefined> {
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

/** Handler types of the tracks: `vide`, `soun`, `text` and the like */
async function trackKinds(file: Blob, boxes: readonly Box[]): Promise<string[]> {
  const kinds: string[] = []
  for (const track of await inside(file, boxes, 'moov')) {
    const media = await inside(file, [track], 'trak')
    const handler = (await inside(file, media, 'mdia')).find(({ type }) => type === 'hdlr')
    // After its version, flags and four reserved bytes
    if (handler) kinds.push(await textAt(file, handler.from + 8))
  }
  return kinds
}

/** Returns the boxes in the first box of this type. */
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
    // A size of 0 means that the last box extends to the end.
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
