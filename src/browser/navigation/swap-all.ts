import { swapHead } from './swap.ts'

/**
 * Selector of elements that survive a swap of the whole document: elements added in the browser, and the dock with
 * toasts that are still shown
 */
const lasting = '[data-lasting], [data-dock]'

/** Replaces the whole document, including the frame around the page: for another language or another frame. */
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
  const [own, other] = [document, next].map((root) => root.querySelector('[data-dock]'))
  const at = other ? nodes.indexOf(other) : -1
  if (own && other && at >= 0) {
    renewDock(own, other)
    // The toasts stay in place, because the user may be reading them or pressing a button in them.
    own.before(...nodes.slice(0, at))
    own.after(...nodes.slice(at + 1))
  } else document.body.prepend(...nodes)
}

/**
 * Removes the htmx targets of the old page: a debounced request for the last typed text is sent a moment later, and
 * htmx would look for its target on the new page.
 */
function forgetTargets(left: Element): void {
  for (const asking of left.querySelectorAll('[hx-target]')) asking.removeAttribute('hx-target')
}

/** Keeps what the dock shows, except what depends on the page or its language. */
function renewDock(own: Element, other: Element): void {
  for (const [selector, renew] of renewals) {
    const [before, after] = [own, other].map((dock) => dock.querySelector(selector))
    if (before && after) renew(before, after)
  }
}

const renewals: [string, (before: Element, after: Element) => void][] = [
  ['[data-toasts]', takeWords],
  ['[data-new-version]', (before, after) => before.replaceWith(after)],
  [
    '[data-alert-news]',
    (before, after) => {
      if (before.getAttribute('hx-get') !== after.getAttribute('hx-get')) before.replaceWith(after)
    },
  ],
]

/** Keeps the shown toasts, and copies the attributes with their texts in the other language. */
function takeWords(own: Element, { attributes }: Element): void {
  for (const { name, value } of attributes) if (name !== 'data-toasts') own.setAttribute(name, value)
}
