import type { lightbox as en } from '../../i18n/messages/en/lightbox.ts'
import type { lightbox as ru } from '../../i18n/messages/ru/lightbox.ts'
import { loadMessages, pageLocale } from '../load-messages.ts'

type Words = typeof ru | typeof en

const loaders = {
  ru: async (): Promise<Words> => (await import('../../i18n/messages/ru/lightbox.ts')).lightbox,
  en: async (): Promise<Words> => (await import('../../i18n/messages/en/lightbox.ts')).lightbox,
}

let words: Words | undefined

/** Loads the viewer's texts before it opens. Once is enough, because pages in another language load a new document. */
export async function loadLightboxWords(): Promise<void> {
  words ??= await loadMessages(pageLocale(), loaders)
}

export function lightboxWords(): Words {
  if (!words) throw new Error('The image viewer was opened before its texts were loaded')
  return words
}
