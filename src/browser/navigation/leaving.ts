import { loadFullPageWhile } from './navigation.ts'

const words = () => document.querySelector<HTMLElement>('[data-toasts]')?.dataset.unsaved ?? ''

/** Whether the page shows typed text as default values. Such a page is never swapped, so this holds until it is left. */
let isRefusalPage = false

/**
 * Asks users for confirmation if leaving would lose typed text: by a link, by Back, by closing or reloading the tab, and
 * by sending another form of the page. The browser asks, except where the page would only be swapped or a form is sent.
 *
 * @param isRefusal  whether the page is the response to a refused form
 */
export function guardUnsaved(isRefusal: boolean): void {
  isRefusalPage = isRefusal
  let asks = true
  let isFollowingLink = false
  let isSigningOut = false
  loadFullPageWhile(() => {
    isFollowingLink = hasUnsaved()
    return isFollowingLink
  })
  // The listener is not `once`: Chrome does not ask the user if the listener is removed by its first event.
  addEventListener('beforeunload', (event) => {
    if (asks && hasUnsaved()) event.preventDefault()
    asks = true
  })
  navigation.addEventListener('navigate', (event) => {
    const { navigationType, destination, hashChange, userInitiated, formData } = event
    if (!destination.sameDocument) {
      // A script that reloads or replaces the page leaves without a question: after a sign-out in another tab, for example.
      const isAsked = userInitiated || isFollowingLink || /push|traverse/.test(navigationType)
      asks = !formData && !isSigningOut && isAsked
      isFollowingLink = false
      isSigningOut = false
    } else if (navigationType === 'traverse' && !hashChange && event.cancelable && isKept()) event.preventDefault()
  })
  // The listener that signs out cancels the event and sends the form itself, so this one comes before it.
  const keepFromSignOut = (event: SubmitEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-logout]')) return
    isSigningOut = !isKept()
    if (isSigningOut) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('submit', keepFromSignOut, true)
  addEventListener('submit', keepOtherForms)
}

/** Whether the page has unsaved text and the user wants to stay. @param sent  form whose text is not lost */
function isKept(sent?: HTMLFormElement): boolean {
  return hasUnsaved(sent) && !confirm(words())
}

/** Asks before a form is sent while another form has unsaved text, which the next page would not have. */
function keepOtherForms(event: SubmitEvent): void {
  const { target: form, defaultPrevented } = event
  if (defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  if ('downloads' in form.dataset || !isKept(form)) return
  event.preventDefault()
  form.ariaBusy = null
}

export function hasUnsaved(sent?: HTMLFormElement): boolean {
  // Charts, which no other page replaces, save by themselves.
  const pages = ':root:not([data-pages=""])'
  const forms = document.querySelectorAll<HTMLFormElement>(`${pages} form[method=post]:not([aria-busy=true])`)
  return [...forms].some((form) => form !== sent && [...form.elements].some(isRefused(form) ? isTyped : isChanged))
}

/** Whether the server refused the form. Then its default values are typed text, which is saved nowhere. */
function isRefused(form: HTMLFormElement): boolean {
  return isRefusalPage && form.querySelector('[aria-invalid=true], .field-error:not(:empty), #form-problem') !== null
}

function isTyped(field: Element): boolean {
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')
  return isText ? field.value !== '' : isChanged(field)
}

function isChanged(field: Element): boolean {
  // A checkbox in a list is a selection, and what the browser filled in is not lost.
  if (field.matches('[data-row] input, [data-select-all], :autofill')) return false
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const hasDefault = field.multiple || options.some(({ defaultSelected }) => defaultSelected)
    return hasDefault
      ? options.some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : field.selectedIndex > 0
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
  return field.type === 'file' ? field.value !== '' : field.value !== field.defaultValue
}

const key = 'kurs-reload'
/** Time within which the same page is not reloaded again, ms */
export const guardMs = 10_000

/**
 * Reloads the page unless it was already reloaded within the last `guardMs`. @returns ms until a reload is allowed; 0
 * if the page is being reloaded
 */
export function reloadOnce(): number {
  const page = location.pathname + location.search
  try {
    const { at = 0, of = '' } = Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
    const age = Date.now() - Number(at)
    // A negative age means that the clock was set back.
    if (of === page && age >= 0 && age < guardMs) return guardMs - age
  } catch {
    // sessionStorage is unavailable or contains something else, so a repeated reload is not prevented.
  }
  // Store the time of the reload only when the page is really left: a user with unsaved text may stay and press again.
  addEventListener('pagehide', () => remember(page), { once: true })
  location.reload()
  return 0
}

function remember(page: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), of: page }))
  } catch {
    // sessionStorage is unavailable, so a repeated reload is not prevented.
  }
}
