import type { Locale } from '../i18n/locales.ts'
import type { Viewer } from '../ui/frame.tsx'
import type { Logger } from './logger.ts'

/** What `c.var` holds in every handler. */
export interface AppEnv {
  /** What the server knows of the connection */
  Bindings: { address?: string | undefined }
  Variables: {
    /** The visitor's address */
    address: string
    requestId: string
    log: Logger
    /** Language of the address: `en` below `/en`, else `ru` */
    locale: Locale
    /** The address without its locale prefix */
    localPath: string
    /** Who is signed in, where that was asked: never on pages that are the same for everyone */
    viewer?: Viewer | undefined
  }
}
