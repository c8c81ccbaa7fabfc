import { swapHead } from './swap.ts'

/** Elements that the browser has added, and toasts that are still shown: they survive the swap. */
const lasting = '[data-lasting], [data-toasts]'

/** Replaces the document with everything around the page: another language, another frame. */
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
    // The toasts stay in place, because the user may be reading them or pressing a button in them.
    own.before(...nodes.slice(0, at))
    own.after(...nodes.slice(at + 1))
  } else document.body.prepend(...nodes)
}

/** The request for the last typed text is sent a moment later: htmx would look for its target on the next page. */
function forgetTargets(left: Element): void {
  for (const asking of left.querySelectorAll('[hx-target]')) asking.removeAttribute('hx-target')
}

/** Keeps the toasts and takes over their texts in the other language. */
function takeWords(own: Element, { attributes }: Element): void {
  for (const { name, value } of attributes) if (name !== 'data-toasts') own.setAttribute(name, value)
}
