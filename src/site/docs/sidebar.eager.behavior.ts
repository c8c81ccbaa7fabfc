export const selector = '.docs-drawer'

const key = 'docs-sidebar'

/** Restores the sidebar's scroll position from page to page and keeps the current item visible. */
export function start(sidebar: HTMLElement, signal: AbortSignal): void {
  let top = Number(remembered()?.getItem(key) ?? 0)
  sidebar.scrollTop = top
  bringIntoView(sidebar)
  // On narrow screens the sidebar is in a drawer, which has no size before it is opened.
  sidebar.addEventListener('toggle', () => bringIntoView(sidebar), { signal })
  // The position is tracked while scrolling: reading it when the page unloads would force a layout.
  const follow = () => {
    top = sidebar.scrollTop
  }
  sidebar.addEventListener('scroll', follow, { passive: true, signal })
  const remember = () => remembered()?.setItem(key, String(top))
  addEventListener('pagehide', remember, { signal })
  signal.addEventListener('abort', remember)
}

function bringIntoView(sidebar: Element) {
  const item = sidebar.querySelector('[aria-current="page"]')
  if (!item) return
  const [outer, inner] = [sidebar.getBoundingClientRect(), item.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    sidebar.scrollTop += inner.top - outer.top - outer.height / 3
}

/** Returns the tab's session storage, or undefined if the browser forbids it. */
function remembered(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
