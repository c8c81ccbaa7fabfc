import { posix } from 'node:path'
import { addressSegment } from '../../addresses.ts'
import { isSafeAddress, refusalOf } from '../safety.ts'
import { decodeEntities } from './entities.ts'
import type { Walk } from './walk.ts'

/**
 * Returns the address of a link; undefined if it is unsafe. Links to Markdown files become the addresses of their
 * pages: `./2.Other.md#h` → `./other#h`.
 */
export function addressOf(walk: Walk, written: string): string | undefined {
  const address = decodeEntities(written)
  if (!isSafeAddress(address)) {
    walk.warn(`The address ${address.slice(0, 60)} was left out: ${refusalOf(address)}`, 'Use http, https or mailto.')
    return undefined
  }
  return withoutExtension(address, walk.base).replace(/[\s"<>\\^`{|}]/g, encodeURIComponent)
}

/**
 * Converts the address of a Markdown file to that of its page. @param base  last part of the page's address if it is an
 * index page: browsers resolve links beside it, but files are in it
 */
export function withoutExtension(address: string, base = ''): string {
  const [all, path = '', rest = ''] = /^([^?#]*)\.(?:mdx?|markdown)((?:[?#].*)?)$/s.exec(address) ?? []
  if (all === undefined || /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path)) return address
  const parts = path.split('/').map((part) => (/^\.+$/.test(part) ? part : addressSegment(decoded(part))))
  // An empty address would lead to the page itself, so a link to the index beside it becomes `./`.
  const beside = parts.join('/') || './'
  return (base ? posix.join(base, beside) : beside) + rest
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
