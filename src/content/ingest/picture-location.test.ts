import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { withoutLocation } from './picture-location.ts'

const place = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '55/1 45/1 21/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '37/1 37/1 2/1',
}
const exif = { IFD0: { Copyright: 'Somebody', Orientation: '6' }, IFD3: place }
const flat = () => sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 90, g: 120, b: 150 } } })
const formats = ['jpeg', 'png', 'webp', 'avif'] as const

test.each(formats)('the location is removed from a %s picture, and nothing else', async (format) => {
  const picture = await flat().withExif(exif).toFormat(format).toBuffer()
  const before = await sharp(picture).metadata()
  // The 45 minutes of the latitude, stored as a fraction of two numbers
  const minutes = Buffer.from([45, 0, 0, 0, 1, 0, 0, 0])
  expect(before.exif?.includes(minutes)).toBe(true)
  const cleaned = withoutLocation(picture)
  const after = await sharp(cleaned).metadata()
  expect(after.exif?.includes(minutes)).toBe(false)
  expect(Buffer.from(cleaned).includes(minutes)).toBe(false)
  expect(after.exif?.includes('Somebody')).toBe(true)
  expect([after.orientation, after.width, cleaned.length]).toEqual([before.orientation, before.width, picture.length])
  expect(await sharp(cleaned).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())
  expect(withoutLocation(cleaned)).toEqual(cleaned)
})

test.each(formats)('a %s picture without a location stays unchanged', async (format) => {
  const picture = new Uint8Array(await flat().withMetadata({ orientation: 6 }).toFormat(format).toBuffer())
  expect(withoutLocation(picture)).toEqual(picture)
})

const words = [
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="55,45.35N">',
  '<exif:GPSLongitude>37,37.03E</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>',
].join('')

test.each(['jpeg', 'webp'] as const)('the location in XMP text of a %s picture is blanked', async (format) => {
  const picture = await flat().withXmp(words).toFormat(format).toBuffer()
  expect(picture.includes('55,45.35N')).toBe(true)
  const cleaned = Buffer.from(withoutLocation(picture))
  expect([cleaned.includes('55,45.35N'), cleaned.includes('37,37.03E')]).toEqual([false, false])
  expect((await sharp(cleaned).metadata()).xmp?.length).toBe(words.length)
})

test('compressed texts of a PNG are blanked completely', async () => {
  const picture = await flat().withXmp(words).png().toBuffer()
  expect((await sharp(picture).metadata()).xmp?.toString()).toContain('55,45.35N')
  const cleaned = withoutLocation(picture)
  expect((await sharp(cleaned).metadata()).xmp).toBeUndefined()
  expect(await sharp(cleaned).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())
})

test('truncated or invalid lists of tags cause no error', () => {
  const heads = ['II*\0', 'MM\0*']
  for (const head of heads) {
    for (let length = 0; length < 40; length++) {
      const bytes = new Uint8Array(4 + length).fill(length * 37)
      bytes.set(Buffer.from(head, 'latin1'))
      expect(withoutLocation(bytes)).toHaveLength(bytes.length)
    }
  }
})
