import { swapHead } from './swap.ts'

/** What the browser has put beside the page, and what is still being told: it goes on over the next one. */
const lasting = '[data-lasting], [data-toasts]'

/** Puts the next document in the place of this one, with everything around the page: another language, another frame. */
export function swapAll(next: Document): void {
  swapHead(next)
  const manifest = next.querySelector('link[rel=manifest]')
  if (manifest) document.querySelector('link[rel=manifest]')?.replaceWith(manifest)
  takeWords(document.querySelector('[data-toasts]'), next.querySelector('[data-toasts]'))
  for (const node of [...document.body.childNodes]) {
    if (!(node instanceof Element && node.matches(lasting))) node.remove()
  }
  document.body.prepend(...next.body.childNodes)
}

/** The toasts stay; from now on they are named in the other language. */
function takeWords(own: Element | null, other: Element | null): void {
  if (!own || !other) return
  for (const { name, value } of other.attributes) if (name !== 'data-toasts') own.setAttribute(name, value)
  other.remove()
}
