/** What asks the server by itself, or at a press: it has htmx from the start. Inside of what waits, somebody comes first. */
const asks = ['get', 'post', 'put', 'patch', 'delete'].map((verb) => `[hx-${verb}]:not([data-waits] *)`).join()
const wishes = ['pointerover', 'pointerdown', 'focusin'] as const
/** Said before htmx was there to hear it */
const missed = ['toggle', 'input', 'change'] as const

type Htmx = typeof import('htmx.org/dist/htmx.esm.min.js').default

let loading: Promise<Htmx> | undefined
let isLoaded = false
const unheard = new Map<Element, Set<string>>()

/** Three quarters of the script of a page to read would be htmx: those pages get it when somebody comes near what needs it. */
export function loadHtmxWhenWanted(): void {
  if (document.querySelector(asks) || isNear(document.activeElement)) void loadHtmx()
  for (const type of wishes) document.addEventListener(type, ({ target }) => isNear(target) && loadHtmx())
  // A toggle does not bubble.
  for (const type of missed) document.addEventListener(type, keep, true)
}

/** Gives a page that has just come what its `hx-*` attributes say. */
export function wireHtmx(): void {
  if (isLoaded) void loadHtmx().then((htmx) => htmx.process(document.body))
  else if (document.querySelector(asks)) void loadHtmx()
}

function isNear(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-waits], [data-open-search]') !== null
}

function keep({ target, type }: Event): void {
  if (isLoaded || !(target instanceof Element) || !(loading || target.closest('[data-waits]'))) return
  // The parser's own: folders that come open say so, perhaps after this script has begun to listen.
  if (type === 'toggle' && !target.matches('[hx-get]')) return
  unheard.set(target, (unheard.get(target) ?? new Set()).add(type))
  // Typed by a program, nothing came near before.
  void loadHtmx()
}

function loadHtmx(): Promise<Htmx> {
  loading ??= import('htmx.org/dist/htmx.esm.min.js').then(({ default: htmx }) => {
    // It would look at the page a task later.
    htmx.process(document.body)
    isLoaded = true
    document.documentElement.dataset.htmx = 'ready'
    for (const [element, types] of unheard) {
      for (const type of types) element.dispatchEvent(new Event(type, { bubbles: type !== 'toggle' }))
    }
    unheard.clear()
    return htmx
  })
  // Without network another try comes with the next wish.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}
