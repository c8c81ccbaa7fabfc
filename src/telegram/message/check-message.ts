import { locales } from '../../i18n/locales.ts'
import { checkButtons } from './check-buttons.ts'
import { checkMedia } from './check-media.ts'
import { checkTexts } from './check-texts.ts'
import type { Button, MessageContent } from './content.ts'
import type { MessageProblem } from './problem.ts'

/** Has the length of a broadcast id */
const anyId = '00000000-0000-4000-8000-000000000000'

/**
 * Finds everything that Telegram would refuse for all recipients, with the shortest and the longest names, and notes.
 * Also runs in browsers.
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

/** Half a surrogate pair is no character: Telegram accepts only UTF-8. */
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

/** The problems that prevent sending. */
export function faultsOf(content: MessageContent, options?: { broadcastId?: string }): MessageProblem[] {
  return checkMessage(content, options).filter(({ isNote }) => !isNote)
}
