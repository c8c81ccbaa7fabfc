/**
 * Elements that send requests by themselves or on a press: they need htmx from the start, except inside `[data-waits]`,
 * where the user acts first.
 */
const asks = ['get', 'post', 'put', 'patch', 'delete'].map((verb) => `[hx-${verb}]:not([data-waits] *)`).join()
const wishes = ['pointerover', 'pointerdown', 'focusin'] as const
/** Events that may fire before htmx listens */
const missed = ['toggle', 'input', 'change'] as const

type Htmx = typeof import('htmx.org/dist/htmx.esm.min.js').default

let loading: Promise<Htmx> | undefined
let isLoaded = false
const unheard = new Map<Element, Set<string>>()

/**
 * Three quarters of the script of a reading page would be htmx, so it is loaded when the user comes near an element
 * that needs it.
 */
export function loadHtmxOnDemand(): void {
  if (document.querySelector(asks) || isNear(document.activeElement)) void loadHtmx()
  for (const type of wishes) document.addEventListener(type, ({ target }) => isNear(target) && loadHtmx())
  // Capturing, because `toggle` does not bubble.
  for (const type of missed) document.addEventListener(type, keep, true)
}

/** Activates the `hx-*` attributes of a page that was just swapped in. */
export function wireHtmx(): void {
  if (isLoaded) void loadHtmx().then((htmx) => htmx.process(document.body))
  else if (document.querySelector(asks)) void loadHtmx()
}

function isNear(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-waits], [data-open-search]') !== null
}

function keep({ target, type }: Event): void {
  if (isLoaded || !(target instanceof Element) || !(loading || target.closest('[data-waits]'))) return
  // The parser fires `toggle` for details that are initially open, perhaps after this script has started.
  if (type === 'toggle' && !target.matches('[hx-get]')) return
  unheard.set(target, (unheard.get(target) ?? new Set()).add(type))
  // Input from a program comes without a pointer or focus event before it.
  void loadHtmx()
}

function loadHtmx(): Promise<Htmx> {
  loading ??= import('htmx.org/dist/htmx.esm.min.js').then(({ default: htmx }) => {
    // By itself, htmx would process the page one task later.
    htmx.process(document.body)
    isLoaded = true
    document.documentElement.dataset.htmx = 'ready'
    for (const [element, types] of unheard) {
      for (const type of types) element.dispatchEvent(new Event(type, { bubbles: type !== 'toggle' }))
    }
    unheard.clear()
    return htmx
  })
  // Without network, the next event tries again.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}
