/**
 * Limits of the Bot API. Texts in UTF-16 code units after entities are parsed. Source: core.telegram.org/bots/api,
 * tdlib/telegram-bot-api.
 */
export const limits = {
  text: 4096,
  caption: 1024,
  /** More are ignored */
  entities: 100,
  /** UTF-16 code units of all link addresses in a text. Measured: 9,500 pass, slightly more do not */
  linkAddresses: 9500,
  album: 10,
  rowButtons: 8,
  buttons: 100,
  callbackBytes: 64,
  callbackAnswer: 200,
  copyText: 256,
  photoBytes: 10 * 1024 * 1024,
  /** px: sum of width and height */
  photoSides: 10_000,
  /** Max ratio of the longer side to the shorter one */
  photoRatio: 20,
  /** Files that are not photos */
  fileBytes: 50 * 1024 * 1024,
} as const
