export const selector = '.toc a'

export function start(_: HTMLElement, signal: AbortSignal): void {
  const links = new Map<Element, HTMLAnchorElement>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (heading) links.set(heading, link)
  }
  const headings = [...links.keys()]
  if (headings.length === 0) return

  let current = [...links.values()].find((link) => link.hasAttribute('aria-current'))
  const mark = () => {
    const heading = headingInView(headings)
    const link = heading && links.get(heading)
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'true')
    current = link
    if (link) keepVisible(link)
  }
  // The observer reacts only when a heading enters or leaves the upper third of the viewport, because only then the
  // current heading changes.
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' })
  for (const heading of headings) observer.observe(heading)
  document.addEventListener('scrollend', mark, { signal })
  signal.addEventListener('abort', () => observer.disconnect())
}

/**
 * Returns the heading that the reader has reached: the last one above the reading line, or the first; at the end of the
 * page, the last visible one.
 */
function headingInView(headings: Element[]): Element | undefined {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
  const line = isAtEnd ? clientHeight : clientHeight * 0.34
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headings[0]
}

function keepVisible(link: Element) {
  const box = link.closest('.toc')?.parentElement
  if (!box) return
  const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2
}
