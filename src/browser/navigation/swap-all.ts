import { swapHead } from './swap.ts'

/** What the browser has put beside the page, and what is still being told: it goes on over the next one. */
const lasting = '[data-lasting], [data-toasts]'

/** Puts the next document in the place of this one, with everything around the page: another language, another frame. */
export function swapAll(next: Document): void {
  swapHead(next)
  const manifest = next.querySelector('link[rel=manifest]')
  if (manifest) document.querySelector('link[rel=manifest]')?.replaceWith(manifest)
  for (const node of [...document.body.childNodes]) {
    if (node instanceof Element && node.matches(lasting)) continue
    if (node instanceof Element) forgetTargets(node)
    node.remove()
  }
  const nodes = [...next.body.childNodes]
  const [own, other] = [document, next].map((root) => root.querySelector('[data-toasts]'))
  const at = other ? nodes.indexOf(other) : -1
  if (own && other && at >= 0) {
    takeWords(own, other)
    // It stays where it is, with what is being read in it or pressed.
    own.before(...nodes.slice(0, at))
    own.after(...nodes.slice(at + 1))
  } else document.body.prepend(...nodes)
}

/** What has been typed last is asked for a moment later: htmx would look for its target on the next page. */
function forgetTargets(left: Element): void {
  for (const asking of left.querySelectorAll('[hx-target]')) asking.removeAttribute('hx-target')
}

/** The toasts stay; from now on they are named in the other language. */
function takeWords(own: Element, { attributes }: Element): void {
  for (const { name, value } of attributes) if (name !== 'data-toasts') own.setAttribute(name, value)
}
