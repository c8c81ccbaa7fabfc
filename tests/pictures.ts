import sharp from 'sharp'

/** Returns a single-color picture. */
export async function pictureOf(width: number, height: number, type: 'jpeg' | 'png' | 'webp'): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#2d8a57' } })
  return new File([new Uint8Array(await picture.toFormat(type).toBuffer())], `picture.${type}`)
}
