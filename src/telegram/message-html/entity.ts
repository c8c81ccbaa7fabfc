/** A formatted part of a message's text, named as in the Bot API. Offset and length are in UTF-16 code units. */
export type Entity = { offset: number; length: number } & EntityKind

export type EntityKind =
  | { type: 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler' | 'code' }
  | { type: 'blockquote' | 'expandable_blockquote' }
  | { type: 'pre'; language?: string }
  | { type: 'text_link'; url: string }
  | { type: 'custom_emoji'; custom_emoji_id: string }

/** A fault in a message's HTML, in the words of Telegram's server, with the index of a UTF-16 code unit in it. */
export class MessageHtmlError extends Error {
  readonly index: number
  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

/** Formats an index as a UTF-8 byte offset, as Telegram's server counts. */
export function atByte(source: string, index: number): string {
  return `at byte offset ${new TextEncoder().encode(source.slice(0, index)).length}`
}
