import { locales } from '../../i18n/locales.ts'
import { isWebAddress } from '../message-html/kind.ts'
import { checkVariables } from './check-texts.ts'
import type { Button, ButtonAction } from './content.ts'
import { limits } from './limits.ts'
import type { MessageProblem } from './problem.ts'
import { callbackData, textIn } from './requests.ts'
import { extremeRecipients, fill, unescaped } from './variables.ts'

const withoutText = "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"

export interface ButtonCount {
  /** Length of the text in UTF-16 code units, with the longest name put in */
  count: number
  most: number
  hasName: boolean
}

/** Counts the text that a button shows or copies; undefined for addresses, whose length Telegram does not limit. */
export function countOf(action: ButtonAction): ButtonCount | undefined {
  if ('copyText' in action) return counted(action.copyText, limits.copyText)
  return 'callback' in action ? counted(action.callback, limits.callbackAnswer) : undefined
}

export function checkButtons(rows: readonly (readonly Button[])[], broadcastId: string): MessageProblem[] {
  const problems: MessageProblem[] = []
  const count = rows.flat().length
  if (count > limits.buttons) {
    const params = { most: limits.buttons, over: count - limits.buttons }
    const telegram = 'Bad Request: reply markup is too long'
    problems.push({ field: 'buttons', key: 'message.problem.buttons', params, telegram })
  }
  let index = 0
  for (const [number, row] of rows.entries()) {
    if (row.length > limits.rowButtons) {
      const params = { most: limits.rowButtons }
      problems.push({ field: `buttons.${number}`, key: 'message.problem.rowButtons', params })
    }
    for (const [place, button] of row.entries()) {
      problems.push(...checkButton(button, `buttons.${number}.${place}`, callbackData(broadcastId, index++)))
    }
  }
  return problems
}

function checkButton(button: Button, field: string, data: string): MessageProblem[] {
  const problems: MessageProblem[] = []
  const labels = locales.map((locale) => textIn(button.text, locale))
  const isEmpty = (label: string) => label.trim() === ''
  if (labels.some((label) => renderings(label, unescaped).some(isEmpty))) {
    const key = labels.some(isEmpty) ? 'message.problem.label' : 'message.problem.labelWithoutName'
    problems.push({ field: `${field}.text`, key, telegram: withoutText })
  }
  for (const locale of locales) problems.push(...checkVariables(button.text[locale] ?? '', `${field}.text`))
  if ('url' in button) return [...problems, ...checkAddress(button.url, `${field}.url`)]
  if ('webApp' in button) return [...problems, ...checkWebApp(button.webApp, `${field}.webApp`)]
  if ('copyText' in button) return [...problems, ...checkCopied(button.copyText, `${field}.copyText`)]
  return [...problems, ...checkCallback(button.callback, data, `${field}.callback`)]
}

const renderings = (template: string, encode: (value: string) => string): string[] =>
  extremeRecipients.map((recipient) => fill(template, recipient, encode))

function checkAddress(address: string, field: string): MessageProblem[] {
  const wrong = renderings(address, encodeURIComponent).find((each) => !isAddress(each, /^(https?|tg):$/))
  if (wrong === undefined) return checkVariables(address, field)
  const telegram = `Bad Request: inline keyboard button URL '${wrong}' is invalid: Wrong HTTP URL`
  return [{ field, key: 'message.problem.address', telegram }]
}

function checkWebApp(address: string, field: string): MessageProblem[] {
  const wrong = renderings(address, encodeURIComponent).find((each) => !isAddress(each, /^https:$/))
  if (wrong === undefined) return checkVariables(address, field)
  const telegram = `Bad Request: inline keyboard button Web App URL '${wrong}' is invalid: Only HTTPS links are allowed`
  return [{ field, key: 'message.problem.webApp', telegram }]
}

/** Whether the address of a button is valid: a host needs a dot; `tg:` leads into the messenger. */
function isAddress(address: string, protocols: RegExp): boolean {
  const url = /\s/.test(address) ? null : URL.parse(address)
  if (!url || !protocols.test(url.protocol)) return false
  return url.protocol === 'tg:' ? /^tg:\/\/[^/]+/i.test(address) : isWebAddress(address)
}

const lengthsOf = (template: string): number[] => renderings(template, unescaped).map(({ length }) => length)

function counted(template: string, most: number): ButtonCount {
  const lengths = lengthsOf(template)
  return { count: Math.max(...lengths), most, hasName: new Set(lengths).size > 1 }
}

function checkCopied(copied: string, field: string): MessageProblem[] {
  const isWrong = lengthsOf(copied).some((length) => length === 0 || length > limits.copyText)
  if (!isWrong) return checkVariables(copied, field)
  const telegram = 'Bad Request: BUTTON_COPY_TEXT_INVALID'
  return [{ field, key: 'message.problem.copyText', params: { most: limits.copyText }, telegram }]
}

function checkCallback(answer: string, data: string, field: string): MessageProblem[] {
  const bytes = new TextEncoder().encode(data).length
  if (bytes > limits.callbackBytes) {
    const params = { bytes, most: limits.callbackBytes }
    return [{ field, key: 'message.problem.callback', params, telegram: 'Bad Request: BUTTON_DATA_INVALID' }]
  }
  if (lengthsOf(answer).every((length) => length <= limits.callbackAnswer)) return checkVariables(answer, field)
  const params = { most: limits.callbackAnswer }
  return [{ field, key: 'message.problem.answer', params, telegram: 'Bad Request: MESSAGE_TOO_LONG' }]
}
