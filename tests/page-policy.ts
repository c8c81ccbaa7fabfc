import { inlineScript } from '../src/ui/inline/inline-script.ts'

const hash = (text: string) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
/** Hash of the only inline script in pages */
const ownScript = hash(inlineScript)

/** The exact policy of a page when no ticker, analytics or embedded site is configured */
const policy: Record<string, string> = {
  'default-src': `'none'`,
  'script-src': `'self' ${ownScript}`,
  'style-src': `'self'`,
  'img-src': `'self' data:`,
  'media-src': `'self'`,
  'font-src': `'self'`,
  'connect-src': `'self'`,
  'worker-src': `'self'`,
  'manifest-src': `'self'`,
  'form-action': `'self'`,
  'object-src': `'none'`,
  'base-uri': `'none'`,
  'frame-ancestors': `'none'`,
}

const others: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

const asPolicy = Object.entries(policy)
  .map(([name, sources]) => `${name} ${sources}`)
  .sort()

/** URLs with secrets, which must not reach linked pages through the referrer. */
const secretAddresses = /^(\/en)?\/(setup|new-password)$/

/**
 * Lists faults in the headers that every answer needs. @param html  page whose embedded frames the policy must allow
 */
export function headerFaults({ headers }: Response, html = '', path = ''): string[] {
  const sent = (headers.get('content-security-policy') ?? '').split('; ').sort()
  const frames = framesIn(html)
  const wanted = frames.length > 0 ? [...asPolicy, `frame-src ${frames.join(' ')}`].sort() : asPolicy
  const faults = Bun.deepEquals(sent, wanted) ? [] : [`policy: ${sent.join('; ')}`]
  const own = secretAddresses.test(path) ? { 'referrer-policy': 'strict-origin' } : {}
  for (const [name, value] of Object.entries({ ...others, ...own })) {
    if (headers.get(name) !== value) faults.push(`${name}: ${headers.get(name)}`)
  }
  return faults
}

/** Returns the origins of the pages embedded in a page, in order. */
export function framesIn(html: string): string[] {
  const origins = new Set<string>()
  const element = (frame: HTMLRewriterTypes.Element) => {
    origins.add(URL.parse(frame.getAttribute('src') ?? '')?.origin ?? 'nowhere')
  }
  new HTMLRewriter().on('iframe', { element }).transform(html)
  return [...origins]
}

export const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** Checks that an iframe uses HTTPS, loads lazily, has a title and cannot navigate its parent page. */
function isHeld(frame: HTMLRewriterTypes.Element): boolean {
  const attribute = (name: string) => frame.getAttribute(name) ?? ''
  return (
    attribute('src').startsWith('https://') &&
    attribute('sandbox') === sandbox &&
    attribute('loading') === 'lazy' &&
    attribute('title') !== ''
  )
}

/** Lists inline markup that would run or apply styles. */
export function inlineFaults(html: string): string[] {
  const faults: string[] = []
  let script: { text: string; isData: boolean } | undefined
  const rewriter = new HTMLRewriter()
    .on('*', {
      element: (element) => {
        const { tagName, attributes } = element
        for (const [name = '', value = ''] of attributes) {
          if (/^(on|hx-on|style$|srcdoc$)/i.test(name)) faults.push(`<${tagName} ${name}>`)
          if (/^\s*(javascript|vbscript):/i.test(value)) faults.push(`<${tagName} ${name}="${value}">`)
        }
        if (['style', 'base', 'object', 'embed'].includes(tagName)) faults.push(`<${tagName}>`)
        if (tagName === 'iframe' && !isHeld(element)) faults.push(`<iframe src="${element.getAttribute('src')}">`)
      },
    })
    .on('script', {
      element: (element) => {
        const source = element.getAttribute('src')
        if (source !== null && !/^\/(?!\/)/.test(source)) faults.push(`<script src="${source}">`)
        const isData = /^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '')
        script = { text: '', isData: isData || source !== null }
      },
      text: ({ text, lastInTextNode }) => {
        if (script) script.text += text
        if (!lastInTextNode || !script || script.isData || hash(script.text) === ownScript) return
        faults.push(`<script>${script.text.slice(0, 40)}`)
      },
    })
  rewriter.transform(html)
  return faults
}
