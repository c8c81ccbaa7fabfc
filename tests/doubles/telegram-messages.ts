import { parseMessageHtml } from '../../src/telegram/message-html/parse-message-html.ts'

/** Parameters of a method: strings from forms, or JSON values */
export type Params = Readonly<Record<string, unknown>>

/** An error response in the format of the Bot API. */
export class Refusal extends Error {
  readonly code: number
  readonly parameters: Record<string, unknown> | undefined
  constructor(code: number, description: string, parameters?: Record<string, unknown>) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

const badRequest = (text: string) => new Refusal(400, `Bad Request: ${text}`)

/** Reads the text and entities of a text or caption within its limit. @throws Refusal */
export function readText(params: Params, field: 'text' | 'caption', most: number) {
  const given = params[field] === undefined ? '' : String(params[field])
  if (!given.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
  const parsed =
    params.parse_mode === 'HTML' ? parseMessageHtml(given) : { status: 'parsed' as const, text: given, entities: [] }
  if (parsed.status === 'invalid') throw badRequest(`can't parse entities: ${parsed.message}`)
  const text = parsed.text.trim()
  if (field === 'text' && drawnNothing.test(text)) throw badRequest('message text is empty')
  if (text.length > most) throw badRequest(field === 'text' ? 'message is too long' : 'message caption is too long')
  const addresses = parsed.entities.map((entity) => ('url' in entity ? entity.url.length : 0))
  if (addresses.reduce((sum, length) => sum + length, 0) > 9500) throw badRequest('ENTITIES_TOO_LONG')
  const start = parsed.text.indexOf(text)
  const entities = parsed.entities.flatMap(({ offset, length, ...kind }) => {
    const [from, to] = [Math.max(0, offset - start), Math.min(text.length, offset + length - start)]
    return to > from ? [{ ...kind, offset: from, length: to - from }] : []
  })
  return {
    [field]: text,
    ...(entities.length > 0 && { [field === 'text' ? 'entities' : 'caption_entities']: entities }),
  }
}

type Button = Readonly<Record<string, unknown>>

const maxButtons = 100
const actions = ['url', 'callback_data', 'web_app', 'login_url', 'copy_text', 'switch_inline_query', 'pay'] as const

/** Reads the inline keyboard of a message. @throws Refusal */
export function readMarkup(params: Params): { reply_markup?: { inline_keyboard: Button[][] } } {
  if (params.reply_markup === undefined) return {}
  const markup = readJson(params.reply_markup)
  const rows: unknown = markup?.inline_keyboard
  if (!Array.isArray(rows)) return {}
  const keyboard = rows.map((row: unknown) => {
    if (!Array.isArray(row))
      throw badRequest("can't parse inline keyboard button: Inline keyboard button must be an Object")
    return row.map(readButton)
  })
  if (keyboard.flat().length > maxButtons) throw badRequest('reply markup is too long')
  return { reply_markup: { inline_keyboard: keyboard } }
}

function readButton(button: Button): Button {
  if (!button.text || !actions.some((action) => button[action] !== undefined)) {
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
  }
  const data = button.callback_data
  if (data !== undefined && (data === '' || Buffer.byteLength(String(data)) > 64))
    throw badRequest('BUTTON_DATA_INVALID')
  const copied = readJson(button.copy_text)?.text
  if (button.copy_text !== undefined && (!copied || String(copied).length > 256)) {
    throw badRequest('BUTTON_COPY_TEXT_INVALID')
  }
  const { url } = button
  if (url !== undefined && !/^((tg|ton):\/\/[^\s/]+|https?:\/\/[^\s/?#\\]*\.[^\s/?#\\])/i.test(String(url))) {
    throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`)
  }
  return button
}

/* Pattern of `strip_empty_characters` in td/telegram/misc.cpp of tdlib/td */
const drawnNothing =
  /^(?:[\s\u1680\u180E\u2000-\u200F\u202E\u202F\u205F\u2800\u3000\uFFFC\uFEFF\u00A0]|[\u{E0000}-\u{E007F}])*$/u

const albumKinds = ['photo', 'video', 'document', 'audio', 'live_photo']

/**
 * Reads an album of two to ten items. Documents and audio only go together with their own kind; buttons are refused.
 * @throws Refusal
 */
export function readAlbum(params: Params): { kind: string; media: string; caption?: string }[] {
  const media = readJson(params.media)
  if (!Array.isArray(media)) throw badRequest("can't parse media JSON object")
  if (media.length < 2 || media.length > 10) throw badRequest('group send failed: MEDIA_INVALID')
  const kinds = new Set(media.map(({ type }) => String(type)))
  if ([...kinds].some((kind) => !albumKinds.includes(kind))) throw badRequest("can't parse InputMedia: Type is invalid")
  if (kinds.size > 1 && (kinds.has('document') || kinds.has('audio'))) {
    throw badRequest("Can't use the media of the specified type in the album")
  }
  return media.map((each) => ({
    kind: String(each.type),
    media: readMedia(each, 'media'),
    ...readText(each, 'caption', 1024),
  }))
}

const detected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: { mp4: 'video', mp3: 'audio', gif: 'animation', webp: 'sticker', ogg: 'voice' },
  audio: { ogg: 'voice' },
  video: { gif: 'animation' },
}

/** Returns the kind of a file uploaded as `field`: the server detects it from the content unless disabled. */
export function detectedIn(params: Params, field: string): string {
  const file = fileIn(params, field)
  if (!(file instanceof File) || String(params.disable_content_type_detection) === 'true') return field
  return detected[field]?.[file.name.split('.').at(-1) ?? ''] ?? field
}

function fileIn(params: Params, field: string): unknown {
  const attached = /^attach:\/\/(.+)$/.exec(String(params[field]))?.[1]
  return attached === undefined ? params[field] : params[attached]
}

/** Accepts a file_id, a URL, or an uploaded file. @throws Refusal */
export function readMedia(params: Params, field: string): string {
  const given = params[field]
  if (given === undefined || given === '') throw badRequest(`there is no ${field} in the request`)
  const file = fileIn(params, field)
  if (file instanceof File) return keepFile(file, field)
  const text = String(given)
  if (/^https?:/i.test(text) && !URL.canParse(text)) throw badRequest('wrong HTTP URL specified')
  return text
}

const maxSides = 10_000
const maxRatio = 20

/** Checks a photo's width and height; accepts it when they cannot be measured. @throws Refusal */
export async function checkPhoto(params: Params): Promise<void> {
  const photo = fileIn(params, 'photo')
  if (!(photo instanceof File)) return
  const { default: sharp } = await import('sharp')
  const measuring = sharp(await photo.arrayBuffer(), { limitInputPixels: false }).metadata()
  const { width, height } = await measuring.catch(() => ({ width: 1, height: 1 }))
  if (width + height > maxSides || width > maxRatio * height || height > maxRatio * width) {
    throw badRequest('PHOTO_INVALID_DIMENSIONS')
  }
}

const maxBytes = { photo: 10 * 1024 * 1024, other: 50 * 1024 * 1024 }

/** Stores an uploaded file. @returns its file_id @throws Refusal */
function keepFile({ name, size }: File, field: string): string {
  if (size === 0) throw badRequest('file must be non-empty')
  if (size > maxBytes.other) throw new Refusal(413, 'Request Entity Too Large')
  if (field === 'photo' && size > maxBytes.photo) {
    throw badRequest(`file of size ${size} bytes is too big for a photo; the maximum size is ${maxBytes.photo} bytes`)
  }
  return `file-${Bun.hash(`${name}${size}`).toString(36)}`
}

export function readJson(value: unknown) {
  if (typeof value !== 'string') return value as (Record<string, unknown> & unknown[]) | undefined
  try {
    return JSON.parse(value)
  } catch {
    throw badRequest("can't parse reply keyboard markup JSON object")
  }
}
