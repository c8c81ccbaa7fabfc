import type { message } from '../../i18n/messages/ru/message.ts'
import type { Shape } from '../../i18n/messages/shape.ts'
import type { MessageProblem } from './problem.ts'

/** Texts about messages that are sent with islands, because the dictionaries stay on the server. */
export type MessageWords = Shape<typeof message>

export function fillWords(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

export function problemText({ key, params }: MessageProblem, { problem }: MessageWords): string {
  const words: Readonly<Record<string, string>> = problem
  return fillWords(words[key.slice(key.lastIndexOf('.') + 1)] ?? '', params)
}
