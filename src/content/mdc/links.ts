import { decodeEntities } from './entities.ts'
import { isSafeAddress } from './safety.ts'
import type { Walk } from './walk.ts'

/**
 * The address of a link or image as the tree keeps it; nothing when it could run code. Links to other Markdown files
 * lose the extension and the numbers that only order files: `./2.other.md#h` is `./other#h`.
 */
export function addressOf(walk: Walk, written: string): string | undefined {
  const address = decodeEntities(written)
  if (!isSafeAddress(address)) {
    walk.warn(`The address ${address.slice(0, 60)} was left out: it could run code`, 'Use http, https or mailto.')
    return undefined
  }
  return withoutExtension(address).replace(/[\s"<>\\^`{|}]/g, encodeURIComponent)
}

/** The address of a Markdown file beside the text as the site has it; other addresses as they are. */
export function withoutExtension(address: string): string {
  const [all, path = '', rest = ''] = /^([^?#]*)\.md((?:[?#].*)?)$/s.exec(address) ?? []
  if (all === undefined || /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path)) return address
  const parts = path.split('/').map((part) => (/^\.+$/.test(part) ? part : part.replace(/^\d+\.(?=.)/, '')))
  return parts.join('/') + rest
}
