import { lightbox as en } from '../i18n/messages/en/lightbox.ts'
import { lightbox as ru } from '../i18n/messages/ru/lightbox.ts'

/** The viewer's words in the language of the page. */
export function lightboxWords(): typeof ru | typeof en {
  return document.documentElement.lang.startsWith('en') ? en : ru
}
