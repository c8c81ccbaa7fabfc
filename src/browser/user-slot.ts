import { frameIds } from '../ui/frame-ids.ts'
import { forgetAccount, onAccountChange, rememberAccount } from './account-data.ts'

const lostKey = 'kurs-session-lost'

/** Leaves a page that was rendered for a user whose session is over. */
export function leaveLostSession(
  home: string,
  warning: string,
  go = (address: string) => location.assign(address),
): void {
  console.warn(warning)
  try {
    sessionStorage.setItem(lostKey, '1')
  } catch {
    // Storage is unavailable: the front page shows no message.
  }
  try {
    go(home)
  } catch (error) {
    console.error('redirecting after 401 failed', error)
  }
}

/** Runs on the page to which the reader was sent. */
function showLostSessionToast({ dataset: { lost = '' } }: HTMLElement): void {
  try {
    if (sessionStorage.getItem(lostKey) === null) return
    sessionStorage.removeItem(lostKey)
  } catch {
    return
  }
  void import('./later-behaviors.ts').then(({ showToast }) => {
    // Long enough to be seen by someone who looks away for a moment.
    showToast({ kind: 'warning', content: [lost], forMs: 60_000 })
  })
}

interface User {
  id: string
  name: string
  role: 'user' | 'admin'
  isImpersonated: boolean
}

/** How long signing out waits for the server, ms */
const signOutMs = 5000

let user: User | null = null
let isKnown = false
/** The next page is loading: requests of this page may already be refused. */
let isLeaving = false

const slot = () => document.getElementById(frameIds.userSlot)
const addresses = () => slot()?.dataset ?? {}

/** Shows the signed-in user in the slot; after any failure, nobody. */
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
  /** A page made for one user must not be shown to another, or to nobody. */
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
  // A page restored from the back/forward cache may be older than the session.
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

/** Even if the server is unreachable or fails, the browser forgets the account. */
async function signOut(form: HTMLFormElement): Promise<void> {
  user = null
  isLeaving = true
  const next = String(new FormData(form).get('next'))
  const body = new URLSearchParams({ next })
  const signal = AbortSignal.timeout(signOutMs)
  await fetch(form.action, { method: 'POST', body, redirect: 'manual', signal }).catch(() => {})
  // This notifies other tabs, which then ask who is signed in.
  forgetAccount()
  location.assign(next)
}

/** Makes signing in return to the page that is shown now. */
export function followPageInSlot(): void {
  const { login = '', home } = addresses()
  const next = location.pathname === home ? '' : `?${new URLSearchParams({ next: location.pathname })}`
  const shown = [...(slot()?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]
  const kept = slot()?.querySelector<HTMLTemplateElement>('template[data-for=guest]')?.content.querySelector('a')
  for (const link of kept ? [...shown, kept] : shown) {
    if (link.getAttribute('href')?.split('?')[0] === login) link.setAttribute('href', login + next)
  }
}

function isForOnePerson(): boolean {
  return 'accent' in document.documentElement.dataset
}

/** Undefined when the server cannot be reached or fails. */
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

/** Personal pages include the user's menu, which stays unless the user was signed out. */
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

/** Personal pages include the bar; on public pages it is laid over the page, so that nothing shifts. */
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

/** A 401 means that the session is over, unless the response names the page for step-up authentication. */
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
    // Without the headers: htmx would follow its redirect.
    return new Response(null, { status: 401 })
  }
  window.fetch = Object.assign(watched, original)
}
