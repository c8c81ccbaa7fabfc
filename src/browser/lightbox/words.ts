import { lightbox as en } from '../../i18n/messages/en/lightbox.ts'
import { lightbox as ru } from '../../i18n/messages/ru/lightbox.ts'

export function lightboxWords(): typeof ru | typeof en {
  return document.documentElement.lang.startsWith('en') ? en : ru
}
