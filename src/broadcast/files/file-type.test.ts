import { afterAll, expect, test } from 'bun:test'
import { openDb } from '../../db/client.ts'
import { type MediaKind, mediaKinds } from '../../telegram/message/content.ts'
import { type FileType, fileTypeOf } from './file-type.ts'
import { storeFile } from './store-file.ts'

const latin1 = (...parts: string[]) => new File([Buffer.from(parts.join(''), 'latin1')], 'file')
const box = (type: string, ...contents: string[]) => {
  const inside = contents.join('')
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + inside.length)
  return size.toString('latin1') + type + inside
}
const brand = (name: string) => box('ftyp', name, '\0\0\0\0', 'isom')
const track = (kind: string) =>
  box('trak', box('tkhd', '\0'.repeat(84)), box('mdia', box('hdlr', '\0'.repeat(8), kind, '\0'.repeat(12))))
const tracks = (...kinds: string[]) => box('moov', box('mvhd', '\0'.repeat(100)), ...kinds.map(track))
/** Creates a box with its length in eight bytes, as boxes larger than 4 GiB have it */
const longBox = (type: string, contents: string) =>
  `\0\0\0\x01${type}\0\0\0\0\0\0\0${String.fromCharCode(16 + contents.length)}${contents}`

const files: [FileType | undefined, string, ...string[]][] = [
  ['JPEG', 'a photograph', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['PNG', 'a drawing', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['GIF', 'an animation', 'GIF89a'],
  ['GIF', 'an old picture', 'GIF87a'],
  ['WebP', 'a picture', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['WAV', 'a sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ['AVI', 'an old film', 'RIFF\x24\0\0\0AVI LIST'],
  ['BMP', 'a bitmap', 'BM\x36\x10\0\0\0\0\0\0\x36'],
  ['TIFF', 'a scan', 'II*\0\x08'],
  ['HEIC', 'a photograph of a telephone', brand('heic'), box('meta')],
  ['AVIF', 'a small picture', brand('avif'), box('meta')],
  ['SVG', 'a vector drawing', '\xef\xbb\xbf<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', 'a page', '\n<!DOCTYPE html><html>'],
  ['MP4', 'a film', brand('isom'), tracks('vide', 'soun'), box('mdat', 'bytes')],
  ['MP4', 'a film whose tracks come last', brand('mp42'), longBox('mdat', 'bytes'), tracks('soun', 'vide')],
  ['MP4', 'a film that is cut off', brand('isom'), '\0\0\x10\0mdat', 'bytes'],
  ['MOV', 'a film of a telephone', brand('qt  '), tracks('vide', 'soun')],
  ['MOV', 'an old film', box('wide'), '\0\0\0\0mdat', 'bytes'],
  ['M4A', 'a song', brand('M4A '), tracks('soun')],
  ['M4A', 'a song with the brand of films', brand('isom'), tracks('soun'), box('mdat', 'bytes')],
  ['WebM', 'a film of a browser', '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'],
  ['Matroska', 'another film', '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska'],
  ['MP3', 'a song without a title', '\xff\xfb\x90\0'],
  ['MP3', 'a song with a title', 'ID3\x04\0\0\0\0\x01\x02', 'T'.repeat(130), '\xff\xf3\x90\0'],
  ['MP3', 'a song with a title and padding', 'ID3\x04\0\0\0\0\0\x04', 'TIT2', '\0\0\0\0'],
  ['FLAC', 'another song with a title', 'ID3\x04\0\0\0\0\0\x04', 'TIT2', 'fLaC'],
  ['AAC', 'a stream', '\xff\xf1\x50\x80'],
  ['OGG', 'a voice message', 'OggS\0\x02'],
  ['FLAC', 'a song as it was', 'fLaC\0\0\0\x22'],
  ['PDF', 'a report', '%PDF-1.7\n'],
  ['ZIP', 'a spreadsheet', 'PK\x03\x04\x14\0'],
  ['EXE', 'a program', 'MZ\x90\0'],
  ['ELF', 'another program', '\x7fELF\x02'],
  [undefined, 'a text', 'BMW, MP3 and JPEG'],
  [undefined, 'UTF-16', '\xff\xfea\0b\0'],
  [undefined, 'bytes that seem to be of boxes', '\0\0\0\x08junk'],
  [undefined, 'one byte', 'M'],
]

test.each(files)('%p: %s', async (type, _, ...parts) => {
  expect(await fileTypeOf(latin1(...parts))).toBe(type)
})

test('a file of a million boxes, also nested ones, is read to the end', async () => {
  expect(await fileTypeOf(latin1(brand('isom'), '\0\0\0\x08free'.repeat(1_000_000)))).toBe('MP4')
  expect(await fileTypeOf(latin1(brand('isom'), box('moov', '\0\0\0\x08trak'.repeat(1_000_000))))).toBe('MP4')
  expect(await fileTypeOf(latin1(brand('isom'), '\0\0\0\x01free\0\0\0\0\0\0\0\0'))).toBe('MP4')
})

const db = await openDb({ url: ':memory:' })
afterAll(db.close)
const send = () => Promise.reject(new Error('Nobody has a chat here'))
const deps = { db, now: Date.now, files: { botId: 1000001, send } }

/** Types of files that are passed on to Telegram for each kind of media */
const takes: Record<MediaKind, (FileType | undefined)[]> = {
  photo: ['JPEG', 'PNG', 'WebP'],
  video: ['MP4'],
  audio: ['MP3', 'M4A'],
  animation: ['GIF', 'MP4'],
  document: [...new Set(files.map(([type]) => type))],
}

test.each(mediaKinds)('the types accepted as %s depend only on the bytes', async (kind) => {
  const taken = new Set<FileType | undefined>()
  for (const [type, , ...parts] of files) {
    // Every file in this test has a false name and type.
    const file = new File([latin1(...parts)], 'holiday.jpg', { type: 'image/jpeg' })
    const outcome = await storeFile(deps, { address: 'test', requestId: 'test' }, { kind, file })
    if (outcome.status === 'unlinked') taken.add(type)
    else expect(outcome).toEqual({ status: 'wrongType', found: type, allowed: expect.not.arrayContaining([type]) })
  }
  expect([...taken].toSorted()).toEqual(takes[kind].toSorted())
})
