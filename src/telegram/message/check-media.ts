import { isWebAddress } from '../message-html/kind.ts'
import type { Media } from './content.ts'
import { limits } from './limits.ts'
import type { MessageProblem } from './problem.ts'

const ownKindAlone: readonly string[] = ['document', 'audio']

export function checkMedia(media: readonly Media[]): MessageProblem[] {
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
