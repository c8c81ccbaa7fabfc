/** Of the Bot API. Texts in UTF-16 code units after entities are parsed. Source: core.telegram.org/bots/api, tdlib/telegram-bot-api. */
export const limits = {
  text: 4096,
  caption: 1024,
  /** Further ones are ignored */
  entities: 100,
  /** UTF-16 code units of the addresses behind all links of a text. Measured: 9,500 pass, somewhat more do not */
  linkAddresses: 9500,
  album: 10,
  rowButtons: 8,
  buttons: 100,
  callbackBytes: 64,
  callbackAnswer: 200,
  copyText: 256,
  photoBytes: 10 * 1024 * 1024,
  /** px: width and height together */
  photoSides: 10_000,
  /** The longer side to the shorter one */
  photoRatio: 20,
  /** Of anything else */
  fileBytes: 50 * 1024 * 1024,
} as const
