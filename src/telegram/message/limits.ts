/**
 * Limits of the Bot API. Lengths of texts are in UTF-16 code units, after entities are parsed. Source:
 * core.telegram.org/bots/api, tdlib/telegram-bot-api.
 */
export const limits = {
  text: 4096,
  caption: 1024,
  /** Max entities of a text; Telegram ignores further ones */
  entities: 100,
  /** Max UTF-16 code units of all link addresses in a text. Measured: 9,500 pass, slightly more do not */
  linkAddresses: 9500,
  album: 10,
  rowButtons: 8,
  buttons: 100,
  callbackBytes: 64,
  callbackAnswer: 200,
  copyText: 256,
  photoBytes: 10 * 1024 * 1024,
  /** Max sum of a photo's width and height, px */
  photoSides: 10_000,
  /** Max ratio of a photo's longer side to its shorter one */
  photoRatio: 20,
  /** Max size of files that are not photos, bytes */
  fileBytes: 50 * 1024 * 1024,
} as const
