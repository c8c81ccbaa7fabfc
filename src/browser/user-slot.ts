interface User {
  name: string
  role: 'user' | 'admin'
}

const lostKey = 'kurs-session-lost'

/** Whatever goes wrong means nobody. */
export function fillUserSlot(): void {
  const slot = document.getElementById('user-slot')
  if (!slot) return
  tellOfLostSession(slot)
  let user: User | null = null
  const ask = async () => {
    user = await fetchUser(slot.dataset.me ?? '')
    show(slot, user)
  }
  if (document.readyState === 'complete') ask()
  else addEventListener('load', ask, { once: true })
  // A page that comes back from the browser's memory may be older than the session.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) ask()
  })
  // Whoever signs out loses nothing that they would have to be told of.
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action') === slot.dataset.logout) user = null
  })
  watchAnswers(slot.dataset, () => {
    if (!user) return false
    user = null
    show(slot, user)
    return true
  })
}

async function fetchUser(address: string): Promise<User | null> {
  try {
    const response = await fetch(address, { credentials: 'include', priority: 'low' })
    return response.ok ? (await response.json()).user : null
  } catch {
    return null
  }
}

/** Pages for one person come with their menu; it stays unless they have been signed out. */
function show(slot: HTMLElement, user: User | null): void {
  const template = slot.querySelector<HTMLTemplateElement>(`template[data-for=${user ? 'user' : 'guest'}]`)
  if (!template) return
  const content = document.importNode(template.content, true)
  const name = content.querySelector('[data-user-name]')
  if (name) name.textContent = user?.name ?? ''
  if (user?.role !== 'admin') for (const link of content.querySelectorAll('[data-admin-only]')) link.remove()
  const templates = slot.querySelectorAll('template')
  slot.replaceChildren(content, ...templates)
}

/** 401 means the session is over, unless the answer names the page on which it has to be proven again. */
function watchAnswers({ home = '', login = '', logout = '' }: DOMStringMap, forgetUser: () => boolean): void {
  const original = window.fetch
  const watched = async (...request: Parameters<typeof fetch>) => {
    const response = await original(...request)
    if (response.status !== 401 || new URL(response.url).pathname === logout) return response
    const wanted = response.headers.get('hx-redirect')
    if (wanted && wanted.split('?')[0] !== login) return response
    if (!forgetUser()) return response
    try {
      sessionStorage.setItem(lostKey, '1')
    } catch {
      // Storage is switched off: the front page then says nothing.
    }
    location.assign(home)
    // Without its headers, or htmx would go elsewhere.
    return new Response(null, { status: 401 })
  }
  window.fetch = Object.assign(watched, original)
}

function tellOfLostSession(slot: HTMLElement): void {
  try {
    if (sessionStorage.getItem(lostKey) === null) return
    sessionStorage.removeItem(lostKey)
  } catch {
    return
  }
  const notice = document.createElement('div')
  notice.className = 'session-lost'
  notice.role = 'alert'
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = slot.dataset.dismiss ?? ''
  close.addEventListener('click', () => notice.remove())
  document.body.append(notice)
  notice.append(slot.dataset.lost ?? '', close)
}
