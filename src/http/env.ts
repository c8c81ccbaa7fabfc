import type { Locale } from '../i18n/locales.ts'
import type { Logger } from '../log/logger.ts'
import type { Viewer } from '../ui/frame.tsx'

export interface AppEnv {
  Bindings: { address?: string | undefined }
  Variables: {
    address: string
    /** Charges the visitor's network with ms of work, beyond what every request costs */
    spend(ms: number): void
    requestId: string
    log: Logger
    locale: Locale
    /** The path without its locale prefix */
    localPath: string
    /** The answer leaves in one piece, so nothing in it may wait: it is drawn at once, for half of what a stream takes */
    isGathered?: true
    /** Set only where it was asked: never on pages that are the same for everyone */
    viewer?: Viewer | undefined
  }
}
