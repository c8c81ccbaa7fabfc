import { type Locale, locales } from '../../i18n/locales.ts'
import { parseMessageHtml } from '../message-html/parse-message-html.ts'
import type { MessageContent } from './content.ts'
import { limits } from './limits.ts'
import type { MessageProblem } from './problem.ts'
import { followsAlbum, textIn } from './requests.ts'
import {
  escapeHtml,
  extremeRecipients,
  fill,
  isBlank,
  type Recipient,
  unknownVariables,
  variableNames,
} from './variables.ts'

export function checkTexts(content: MessageContent): MessageProblem[] {
  if (locales.every((locale) => isBlank(content.text[locale] ?? ''))) {
    if (!needsText(content)) return []
    const key = followsAlbum(content) ? 'message.problem.albumText' : 'message.problem.textEmpty'
    return [{ field: 'text', key, telegram: 'Bad Request: message text is empty' }]
  }
  return locales.flatMap((locale) =>
    isBlank(content.text[locale] ?? '') ? fallbackNote(locale) : checkText(content, locale),
  )
}

/** Returns the max length of a message's text in UTF-16 code units. */
export function textLimit(content: Pick<MessageContent, 'media' | 'buttons'>): number {
  return content.media.length === 0 || followsAlbum(content) ? limits.text : limits.caption
}

const needsText = (content: MessageContent) => content.media.length === 0 || followsAlbum(content)

function fallbackNote(locale: Locale): MessageProblem[] {
  return [{ field: `text.${locale}`, key: 'message.problem.otherLanguage', isNote: true }]
}

function checkText(content: MessageContent, locale: Locale): MessageProblem[] {
  const source = textIn(content.text, locale)
  const field = `text.${locale}`
  const strangers = checkVariables(source, field)
  if (strangers.length > 0) return strangers
  const problems = extremeRecipients.map((recipient) => checkFor(recipient, source, content))
  const found = problems.find((problem) => problem && !problem.isNote) ?? problems.find((problem) => problem)
  return found ? [{ field, ...found }] : []
}

type Complaint = Omit<MessageProblem, 'field'>

function checkFor(recipient: Recipient, source: string, content: MessageContent): Complaint | undefined {
  const parsed = parseMessageHtml(fill(source, recipient, escapeHtml))
  if (parsed.status === 'invalid') {
    const telegram = `Bad Request: can't parse entities: ${parsed.message}`
    return { key: 'message.problem.markup', telegram }
  }
  const { length } = parsed.text.trim()
  if (isBlank(parsed.text) && needsText(content)) {
    return { key: 'message.problem.emptyWithoutName', telegram: 'Bad Request: message text is empty' }
  }
  const most = textLimit(content)
  if (length > most) return tooLong(length - most, most, recipient.name)
  const addresses = parsed.entities.reduce((sum, entity) => sum + ('url' in entity ? entity.url.length : 0), 0)
  if (addresses > limits.linkAddresses) {
    const params = { over: addresses - limits.linkAddresses, most: limits.linkAddresses }
    return { key: 'message.problem.links', params, telegram: 'Bad Request: ENTITIES_TOO_LONG' }
  }
  if (parsed.entities.length <= limits.entities) return undefined
  return { key: 'message.problem.entities', params: { most: limits.entities }, isNote: true }
}

function tooLong(over: number, most: number, name: string): Complaint {
  const isText = most === limits.text
  const key = name === '' ? 'message.problem.tooLong' : 'message.problem.tooLongWithName'
  const telegram = `Bad Request: ${isText ? 'message' : 'message caption'} is too long`
  return { key, params: { over, most }, telegram }
}

/** Returns one problem for each name in braces that is no variable. */
export function checkVariables(template: string, field: string): MessageProblem[] {
  const known = variableNames.map((name) => `{${name}}`).join(', ')
  return unknownVariables(template).map((name) => ({
    field,
    key: 'message.problem.unknownVariable',
    params: { variable: `{${name}}`, known },
  }))
}
