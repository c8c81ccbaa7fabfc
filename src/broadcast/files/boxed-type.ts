/** A box of ISO/IEC 14496-12, of which MP4, MOV, M4A, HEIC and AVIF are made: where its contents begin and end */
interface Box {
  type: string
  from: number
  to: number
}

/** In one box; files have a dozen, and one that was made of millions is not read for seconds. */
const mostBoxes = 64

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

/** How QuickTime's files begin that are older than its brand */
const unbranded = ['moov', 'mdat', 'wide', 'pnot']

/**
 * What a file made of boxes is. Its tracks tell whether there is a picture to the sound: much of what is sound alone has
 * the brand of videos.
 * @returns undefined when it is not made of them
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

/** `vide`, `soun`, `text` and the like */
async function trackKinds(file: Blob, boxes: readonly Box[]): Promise<string[]> {
  const kinds: string[] = []
  for (const track of await inside(file, boxes, 'moov')) {
    const media = await inside(file, [track], 'trak')
    const handler = (await inside(file, media, 'mdia')).find(({ type }) => type === 'hdlr')
    // Behind its version, its flags and four bytes of nothing.
    if (handler) kinds.push(await textAt(file, handler.from + 8))
  }
  return kinds
}

/** What the first box of this type is made of */
async function inside(file: Blob, boxes: readonly Box[], type: string): Promise<Box[]> {
  const box = boxes.find((box) => box.type === type)
  return box ? boxesIn(file, box.from, box.to) : []
}

async function boxesIn(file: Blob, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < mostBoxes; ) {
    const head = Buffer.from(await file.slice(at, at + 16).arrayBuffer())
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    // None is said of the last one, which goes on to the end.
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
