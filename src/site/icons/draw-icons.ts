/**
 * Script of `bun run icons`, which renders `public/favicon.svg` to the icons for browsers, phones and app launchers.
 */
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dir, '../../../public')
const mark = await Bun.file(join(folder, 'favicon.svg')).text()
/**
 * Square variant of the icon for app launchers. They crop the corners, so the mark stays within the inner four fifths,
 * which are always visible.
 */
const square = mark
  .replace(/<rect[^>]*>/, '<rect width="32" height="32"/><g transform="translate(4.8 4.8) scale(.7)">')
  .replace('</svg>', '</g></svg>')

async function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Wraps a 32 px PNG as an ICO file: a directory with one entry, then the PNG. */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([32, 32, 0, 0, 1, 0, 32, 0], 6)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

await Bun.write(join(folder, 'favicon.ico'), icoOf(await draw(mark, 32)))
await Bun.write(join(folder, 'apple-touch-icon.png'), await draw(square, 180))
for (const size of [192, 512]) {
  await Bun.write(join(folder, `icon-${size}.png`), await draw(mark, size))
  await Bun.write(join(folder, `icon-maskable-${size}.png`), await draw(square, size))
}
