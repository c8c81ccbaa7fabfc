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
    /** Path of the request without its locale prefix */
    localPath: string
    /**
     * Whether the response is sent as a whole (for the page cache). Nothing in it may suspend then: it is rendered
     * synchronously, in half the time of a stream
     */
    isGathered?: true
    /** The visitor. Set only if the route has identified the visitor: never on pages that are the same for everyone */
    viewer?: Viewer | undefined
  }
}
