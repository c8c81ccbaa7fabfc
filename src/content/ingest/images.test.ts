import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createImageMaker, type ImageRow } from './images.ts'

const imagesDir = await mkdtemp(join(tmpdir(), 'kurs-images-'))
afterAll(() => rm(imagesDir, { recursive: true, force: true }))

test('several processes may make the same copies at once', async () => {
  // The picture is flat, so that even its widest copies are little work.
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="1"><rect width="80" height="1"/></svg>'
  const readPicture = async () => new TextEncoder().encode(picture)
  const own = join(imagesDir, 'together')
  const makers = Array.from({ length: 4 }, () => createImageMaker({ readPicture, imagesDir: own }))
  const made = await Promise.all(makers.map((maker) => maker.prepare('/picture.svg')))
  expect(new Set(made.map((row) => JSON.stringify(row))).size).toBe(1)
  const files = await readdir(own)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !/^\w+-\d+\.webp$/.test(file))).toEqual([])
})

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 150 } } })

async function prepared(src: string, picture: Uint8Array) {
  return createImageMaker({ readPicture: async () => picture, imagesDir }).prepare(src)
}

/** Returns the row of a valid picture */
async function measured(src: string, picture: Uint8Array): Promise<ImageRow | undefined> {
  const row = await prepared(src, picture)
  return row && 'digest' in row ? row : undefined
}

test('a truncated picture is treated as missing and does not stop the run', async () => {
  const whole = await sharp(
    new Uint8Array(640 * 480 * 3).map((_, at) => (at * 7919) % 251),
    {
      raw: { width: 640, height: 480, channels: 3 },
    },
  )
    .png()
    .toBuffer()
  expect(await prepared('/cut-off.png', whole.subarray(0, whole.length / 2))).toBeUndefined()
})

test('a picture with too many pixels or bytes is reported by size and not decoded', async () => {
  // The header of this picture claims 60,000 by 60,000 pixels
  const vast = Buffer.from(await flat(1, 1).png().toBuffer())
  vast.writeUInt32BE(60_000, 16)
  vast.writeUInt32BE(60_000, 20)
  expect(await prepared('/vast.png', vast)).toEqual({ tooLarge: '60,000 × 60,000 pixels; the limit is 50 million' })
  vast.writeUInt32BE(7_072, 16)
  vast.writeUInt32BE(7_072, 20)
  expect(await prepared('/over.png', vast)).toEqual({ tooLarge: '7,072 × 7,072 pixels; the limit is 50 million' })
  const heavy = new Uint8Array(32 * 1024 * 1024 + 1)
  expect(await prepared('/heavy.png', heavy)).toEqual({ tooLarge: '32.0 MiB; the limit is 32 MiB' })
})

test('a picture too tall for some copies gets only the narrower ones', async () => {
  const row = await prepared('/tall.png', await flat(640, 20_000).png().toBuffer())
  expect(row).toMatchObject({ width: 640, height: 20_000, widths: '[320]' })
})

test('a photograph taken sideways is shown upright', async () => {
  const photo = await flat(480, 320).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const row = await measured('/photo.jpg', photo)
  expect(row).toMatchObject({ width: 320, height: 480, widths: '[320]' })
  const copy = await sharp(join(imagesDir, `${row?.digest}-320.webp`)).metadata()
  expect([copy.width, copy.height]).toEqual([320, 480])
})

test('the location of a photograph is not served', async () => {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 21/1' }
  const photo = await flat(8, 4)
    .withExif({ IFD0: { Orientation: '6' }, IFD3: place })
    .jpeg()
    .toBuffer()
  const row = await measured('/content/ru/docs/photo.jpg', photo)
  const minutes = Buffer.from([45, 0, 0, 0, 1, 0, 0, 0])
  expect(photo.includes(minutes)).toBe(true)
  const served = join(imagesDir, `${row?.digest}.jpg`)
  expect(Buffer.from(await Bun.file(served).arrayBuffer()).includes(minutes)).toBe(false)
  expect((await sharp(served).metadata()).orientation).toBe((await sharp(photo).metadata()).orientation)
})

test('an animated picture gets no copies, which would not move', async () => {
  const frames = [await flat(320, 2).png().toBuffer(), await flat(320, 2).negate().png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect(await prepared('/moving.gif', moving)).toMatchObject({ width: 320, height: 2, widths: '[]' })
})

test('a known picture is measured again only if one of its copies is missing', async () => {
  const own = join(imagesDir, 'known')
  const picture = await flat(700, 350).png().toBuffer()
  let loads = 0
  const load = async () => {
    loads++
    return sharp
  }
  const images = createImageMaker({ readPicture: async () => picture, imagesDir: own, load })
  const row = await images.prepare('/known.png')
  if (!row || !('digest' in row)) throw new Error('The picture was not measured')
  expect(row.widths).toBe('[320,640]')
  expect(loads).toBe(1)
  expect(await images.prepare('/known.png', row)).toEqual(row)
  expect(loads).toBe(1)
  await rm(join(own, `${row.digest}-640.webp`))
  expect(await images.prepare('/known.png', row)).toEqual(row)
  expect(loads).toBe(2)
  expect(await readdir(own)).toContain(`${row.digest}-640.webp`)
})

test('a known picture that lacks copies or has changed is measured again', async () => {
  const own = join(imagesDir, 'other')
  const measuredAs = (row: Partial<ImageRow>) => ({
    ...{ src: '/other.png', digest: '', width: 700, height: 350, widths: '[320,640]' },
    ...row,
  })
  const readPicture = () => flat(480, 240).png().toBuffer()
  const images = createImageMaker({ readPicture, imagesDir: own })
  const row = await images.prepare('/other.png', measuredAs({ digest: '0123456789abcdef' }))
  expect(row).toMatchObject({ width: 480, height: 240, widths: '[320]' })
  if (!row || !('digest' in row)) throw new Error('The picture was not measured')
  // A row without copies, as a process writes it that cannot load the graphics library
  const bare = measuredAs({ digest: row.digest, width: 480, height: 240, widths: '[]' })
  expect(await images.prepare('/other.png', bare)).toEqual(row)
})
