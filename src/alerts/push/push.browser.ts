/** Local storage key of the ID of the user who turned notifications on in this browser. It stays after signing out. */
const ownerKey = 'kurs-push'

/** Shows the control that turns notifications of this browser on and off. */
export function startPush(control: HTMLElement, signal: AbortSignal): void {
  const button = control.querySelector('button')
  if (!button) return
  const show = (isOn: boolean, problem = '') => {
    control.hidden = false
    button.ariaPressed = String(isOn)
    const status = control.querySelector('[role=status]')
    if (status) status.textContent = control.dataset[problem || (isOn ? 'on' : 'off')] ?? ''
  }
  const press = async () => {
    button.disabled = true
    try {
      const found = isOfViewer() ? await findSubscription(control) : null
      show(found ? !(await unsubscribe(control, found)) : await subscribe(control))
    } catch {
      show(false, Notification.permission === 'denied' ? 'denied' : 'failed')
    } finally {
      button.disabled = false
    }
  }
  button.addEventListener('click', () => void press(), { signal })
  void findSubscription(control).then(async (found) => {
    const isCurrent = found !== null && isOfViewer() && keyOf(found) === control.dataset.push
    // The keys of a former secret are refused, and the next user of a browser has not asked for messages.
    if (found && !isCurrent) await found.unsubscribe()
    // The server ends a subscription with its session, so each visit renews it.
    if (isCurrent) await send(control.dataset.action, found).catch(() => {})
    show(isCurrent)
  })
}

function isOfViewer(): boolean {
  try {
    return localStorage.getItem(ownerKey) === viewerId()
  } catch {
    return false
  }
}

const viewerId = () => document.documentElement.dataset.viewer?.split(' ')[0] ?? ''

async function findSubscription({ dataset }: HTMLElement): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scopeOf(dataset))
  return registration?.scope.endsWith(scopeOf(dataset)) ? registration.pushManager.getSubscription() : null
}

/** Returns the site's public key that a subscription was made with, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** @throws DOMException if the user or the browser refuses, TypeError without network */
async function subscribe({ dataset }: HTMLElement): Promise<boolean> {
  const { worker = '', push } = dataset
  const registration = await navigator.serviceWorker.register(worker, { scope: scopeOf(dataset) })
  await active(registration)
  const options = { userVisibleOnly: true, applicationServerKey: push ?? null }
  const subscription = await registration.pushManager.subscribe(options)
  try {
    localStorage.setItem(ownerKey, viewerId())
    await send(dataset.action, subscription)
    return true
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

async function unsubscribe({ dataset }: HTMLElement, subscription: PushSubscription): Promise<boolean> {
  await send(dataset.removal, subscription)
  return subscription.unsubscribe()
}

/** Resolves when the worker may receive messages: a subscription needs an active one. */
async function active({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (!worker) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state === 'activated') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

/** A scope without pages: the worker of the saved documentation has the whole site. */
function scopeOf({ worker = '' }: DOMStringMap): string {
  return `${worker}/`
}

/** @throws Error if the server refuses */
async function send(action = '', subscription: PushSubscription): Promise<void> {
  const body = new URLSearchParams({ endpoint: subscription.endpoint, ...subscription.toJSON().keys })
  const response = await fetch(action, { method: 'POST', body })
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
}
