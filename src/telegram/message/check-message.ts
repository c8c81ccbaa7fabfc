import { locales } from '../../i18n/locales.ts'
import { isWebAddress } from '../message-html/kind.ts'
import { checkButtons } from './check-buttons.ts'
import { checkTexts } from './check-texts.ts'
import type { Button, Media, MessageContent } from './content.ts'
import { limits } from './limits.ts'
import type { MessageProblem } from './problem.ts'

const ownKindAlone: readonly string[] = ['document', 'audio']

function checkMedia(media: readonly Media[]): MessageProblem[] {
  return [...checkAlbum(media), ...media.flatMap(({ file }, index) => checkFile(file, `media.${index}.file`))]
}

function checkAlbum(media: readonly Media[]): MessageProblem[] {
  if (media.length < 2) return []
  if (media.length > limits.album) {
    const telegram = 'Bad Request: group send failed: MEDIA_INVALID'
    return [{ field: 'media', key: 'message.problem.albumTooLong', params: { most: limits.album }, telegram }]
  }
  const kinds = new Set(media.map(({ kind }) => kind))
  if (kinds.has('animation')) {
    const telegram = "Bad Request: can't parse InputMedia: Type is invalid"
    return [{ field: 'media', key: 'message.problem.albumAnimation', telegram }]
  }
  if (kinds.size > 1 && [...kinds].some((kind) => ownKindAlone.includes(kind))) {
    const telegram = "Bad Request: Can't use the media of the specified type in the album"
    return [{ field: 'media', key: 'message.problem.albumMixed', telegram }]
  }
  return []
}

function checkFile(file: string, field: string): MessageProblem[] {
  if (file.trim() === '') {
    return [{ field, key: 'message.problem.fileMissing', telegram: 'Bad Request: there is no file in the request' }]
  }
  if (/^[\w-]+$/.test(file)) return []
  if (URL.parse(file)?.protocol === 'https:' && isWebAddress(file)) return []
  return [{ field, key: 'message.problem.fileAddress', telegram: 'Bad Request: wrong HTTP URL specified' }]
}

/** A sample id with the length of every broadcast id */
const anyId = '00000000-0000-4000-8000-000000000000'

/**
 * Finds all problems for which Telegram would refuse the message for every recipient, tried with the shortest and the
 * longest names, and notes about the message. Also runs in browsers.
 */
export function checkMessage(
  content: MessageContent,
  { broadcastId = anyId }: { broadcastId?: string } = {},
): MessageProblem[] {
  return [
    ...checkEncoding(content),
    ...checkTexts(content),
    ...checkMedia(content.media),
    ...checkButtons(content.buttons, broadcastId),
  ]
}

/** Finds texts with half a surrogate pair, which is no character: Telegram accepts only UTF-8. */
function checkEncoding({ text, media, buttons }: MessageContent): MessageProblem[] {
  const texts: [field: string, text: string | undefined][] = [
    ...locales.map((locale): [string, string | undefined] => [`text.${locale}`, text[locale]]),
    ...media.map(({ file }, index): [string, string] => [`media.${index}.file`, file]),
    ...buttons.flatMap((row, number) =>
      row.flatMap((button, place) => buttonTexts(button, `buttons.${number}.${place}`)),
    ),
  ]
  return texts
    .filter(([, each]) => each !== undefined && !each.isWellFormed())
    .map(([field]) => ({
      field,
      key: 'message.problem.encoding',
      telegram: 'Bad Request: strings must be encoded in UTF-8',
    }))
}

function buttonTexts({ text, ...action }: Button, field: string): [field: string, text: string | undefined][] {
  const labels = locales.map((locale): [string, string | undefined] => [`${field}.text`, text[locale]])
  return [...labels, ...Object.entries(action).map(([name, value]): [string, string] => [`${field}.${name}`, value])]
}

/** Returns the problems that prevent sending a message. */
export function faultsOf(content: MessageContent, options?: { broadcastId?: string }): MessageProblem[] {
  return checkMessage(content, options).filter(({ isNote }) => !isNote)
}
