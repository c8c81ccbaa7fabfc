import { forgetAccount, onAccountChange, rememberAccount } from './account-data.ts'

const lostKey = 'kurs-session-lost'

/** Goes from a page that was rendered for a user whose session has ended to the front page. */
export function leaveLostSession(
  home: string,
  warning: string,
  go = (address: string) => location.assign(address),
): void {
  console.warn(warning)
  try {
    sessionStorage.setItem(lostKey, '1')
  } catch {
    // sessionStorage is unavailable, so the front page shows no message about the ended session.
  }
  try {
    go(home)
  } catch (error) {
    console.error('redirecting after 401 failed', error)
  }
}

/** Shows a message about the ended session on the page to which the reader was sent. */
function showLostSessionToast({ dataset: { lost = '' } }: HTMLElement): void {
  try {
    if (sessionStorage.getItem(lostKey) === null) return
    sessionStorage.removeItem(lostKey)
  } catch {
    return
  }
  void import('./later-behaviors.ts').then(({ showToast }) => {
    // The message stays for a minute, so that someone who looks away for a moment sees it.
    showToast({ kind: 'warning', content: [lost], forMs: 60_000 })
  })
}

interface User {
  id: string
  name: string
  role: 'user' | 'admin'
  isImpersonated: boolean
}

/** Max time for which signing out waits for the server, ms */
const signOutMs = 5000

let user: User | null = null
let isKnown = false
/**
 * True while the next page is loading; requests of the current page may then already be refused, and their 401 must not
 * be handled again.
 */
let isLeaving = false

const slot = () => document.querySelector<HTMLElement>('.user-slot')
const addresses = () => slot()?.dataset ?? {}

/** Shows the signed-in user in the header; after any failure to load the user, shows nobody. */
export function followUser(): void {
  const shown = slot()
  if (!shown) return
  showLostSessionToast(shown)
  const ask = async () => {
    const found = await fetchUser(addresses().me ?? '')
    user = found ?? null
    isKnown = true
    if (found !== undefined) rememberAccount(found)
    showUser()
    return found
  }
  /**
   * Asks the server again who is signed in: a page rendered for one user must not be shown to another, or to nobody.
   */
  const askAgain = async () => {
    const before = user?.id
    const found = await ask()
    if (!isForOnePerson() || found === undefined || found?.id === before) return
    if (found) location.reload()
    else location.replace(addresses().home ?? '')
  }
  onAccountChange(askAgain)
  if (document.readyState === 'complete') ask()
  else addEventListener('load', ask, { once: true })
  // A page restored from the back/forward cache may be older than the current session.
  window.addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted) askAgain()
  })
  document.addEventListener('submit', (event) => {
    const { target } = event
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== addresses().logout) return
    event.preventDefault()
    void signOut(target)
  })
  watchAnswers()
}

/** Signs the user out. Even if the server is unreachable or fails, the browser removes the account's data. */
async function signOut(form: HTMLFormElement): Promise<void> {
  user = null
  isLeaving = true
  const next = String(new FormData(form).get('next'))
  const body = new URLSearchParams({ next })
  const signal = AbortSignal.timeout(signOutMs)
  await fetch(form.action, { method: 'POST', body, redirect: 'manual', signal }).catch(() => {})
  // Removing the account's data notifies other tabs, which then ask the server who is signed in.
  forgetAccount()
  location.assign(next)
}

/** Puts the current page into the links of guests, so that they return to it after signing in or registering. */
export function followPageInSlot(): void {
  const { pathname, search } = location
  const next = pathname === addresses().home ? '' : `?${new URLSearchParams({ next: pathname + search })}`
  const kept = slot()?.querySelector<HTMLTemplateElement>('template[data-for=guest]')?.content
  for (const place of [document, kept])
    for (const link of place?.querySelectorAll('a[data-back]') ?? [])
      link.setAttribute('href', link.getAttribute('href')?.split('?')[0] + next)
}

function isForOnePerson(): boolean {
  return 'accent' in document.documentElement.dataset
}

/** Fetches the signed-in user; null if nobody is signed in, undefined when the server cannot be reached or fails. */
async function fetchUser(address: string): Promise<User | null | undefined> {
  try {
    const response = await fetch(address, { credentials: 'include', priority: 'low' })
    if (!response.ok) return undefined
    const { user, isImpersonated = false } = await response.json()
    return user && { ...user, isImpersonated }
  } catch {
    return undefined
  }
}

/**
 * Shows the user's menu in the header. A personal page already contains it, so it is replaced only if the user was
 * signed out.
 */
export function showUser(): void {
  const place = slot()
  if (!place || !isKnown) return
  showBar(place)
  const template = place.querySelector<HTMLTemplateElement>(`template[data-for=${user ? 'user' : 'guest'}]`)
  if (!template) return
  const content = document.importNode(template.content, true)
  const name = content.querySelector('[data-user-name]')
  if (name) name.textContent = user?.name ?? ''
  if (user?.role !== 'admin') for (const link of content.querySelectorAll('[data-admin-only]')) link.remove()
  const templates = place.querySelectorAll('template')
  place.replaceChildren(content, ...templates)
}

/**
 * Shows the impersonation bar on public pages, laid over the page so that nothing shifts. Personal pages contain the
 * bar already.
 */
function showBar(place: HTMLElement): void {
  const template = place.querySelector<HTMLTemplateElement>('template[data-for=impersonator]')
  if (!template) return
  document.querySelector('.impersonation-bar-late')?.remove()
  if (!user?.isImpersonated) return
  const content = document.importNode(template.content, true)
  const words = content.querySelector('p')
  if (words) words.textContent = words.textContent.replace('{{name}}', user.name)
  content.firstElementChild?.classList.add('impersonation-bar-late')
  document.body.append(content)
}

/**
 * Watches all responses for status 401, which means that the session has ended, unless the response names the page for
 * step-up authentication.
 */
function watchAnswers(): void {
  const original = window.fetch
  const watched = async (...request: Parameters<typeof fetch>) => {
    const response = await original(...request)
    const { home = '', login = '', logout = '', invalid = '' } = addresses()
    if (new URL(response.url).pathname === logout) forgetAccount()
    if (response.status !== 401 || new URL(response.url).pathname === logout) return response
    const wanted = response.headers.get('hx-redirect')
    if (wanted && wanted.split('?')[0] !== login) return response
    if (!user && !isLeaving) return response
    if (user) {
      user = null
      isLeaving = true
      showUser()
      leaveLostSession(home, invalid)
    }
    // The response is passed on without its headers, because htmx would follow the redirect in them.
    return new Response(null, { status: 401 })
  }
  window.fetch = Object.assign(watched, original)
}
