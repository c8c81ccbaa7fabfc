import type { Locale } from '../i18n/locales.ts'
import type { Logger } from '../log/logger.ts'
import type { Viewer } from '../ui/frame.tsx'

export interface AppEnv {
  Bindings: { address?: string | undefined }
  Variables: {
    address: string
    /** Charges the visitor's network for `ms` of work, in addition to the base cost of a request */
    spend(ms: number): void
    requestId: string
    log: Logger
    locale: Locale
    /** The path without its locale prefix */
    localPath: string
    /**
     * The response is sent as a whole (for the page cache), so nothing in it may suspend: it is rendered synchronously,
     * in half the time of a stream
     */
    isGathered?: true
    /** Set only where the visitor was identified: never on pages that are the same for everyone */
    viewer?: Viewer | undefined
  }
}
