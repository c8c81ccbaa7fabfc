export const selector = '.docs-drawer'

const key = 'docs-sidebar'

/** The sidebar stays where it was from page to page; the current page's item is always in sight. */
export function start(sidebar: HTMLElement, signal: AbortSignal): void {
  let top = Number(remembered()?.getItem(key) ?? 0)
  sidebar.scrollTop = top
  bringIntoView(sidebar)
  // A drawer has no size before it is opened.
  sidebar.addEventListener('toggle', () => bringIntoView(sidebar), { signal })
  // Asked when the page is left, it would have everything laid out once more.
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

/** The tab's store; a reader may have forbidden it. */
function remembered(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
