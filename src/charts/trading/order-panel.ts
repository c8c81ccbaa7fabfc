import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { accountKey } from '../../ui/account-storage.ts'
import { browserStorage } from '../drawing/saver.ts'
import { type ChartWords, fill } from '../words.ts'
import { createOrderSender, type OrderAnswer, type OrderFields, type OrderSender } from './order-sender.ts'
import { tradingChange } from './trading-line.ts'

/** Local storage key of a ticket that is not placed yet, by ID of its owner and asset; see `account-storage.ts` */
const orderKey = (owner: string, asset: string) => `kurs-order:${owner}:${asset}`

export interface OrderPanelOptions {
  asset: string
  /** Timeframe of the chart */
  tf: string | number
  locale: Locale
  words: ChartWords['trading']['ticket']
  /** Fields that are filled in; without them, the ticket that was typed last and not placed */
  query?: OrderFields
}

const partial = { 'hx-request': 'true', 'hx-request-type': 'partial' }
const estimateAfterMs = 250
/** Fields that a ticket of another kind keeps; prices have another meaning there */
const keptByKind = ['amount', 'share']

/** Opens the ticket of an asset beside the chart, or on a phone as a sheet over it. A former panel is replaced. */
export function openOrderPanel({ asset, tf, locale, words, query }: OrderPanelOptions): void {
  document.querySelector('.order-panel')?.dispatchEvent(new Event('leave'))
  const before = document.activeElement
  const abort = new AbortController()
  const { signal } = abort
  const page = localised(locale, href(paths.paperAsset, { asset }))
  const { panel, link, body, status, close } = panelOf(fill(words.title, { asset }), page, words)
  const sender = createOrderSender({
    locale,
    post: (fields, language) => postOrder(localised(language, href(paths.paperOrders, { asset })), fields, words),
    storage: browserStorage(),
    key: orderKey(localStorage.getItem(accountKey) ?? '', asset),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const say = (text: string, act?: { text: string; run(): void }) => {
    status.replaceChildren(text)
    if (act) status.append(buttonOf(act.text, act.run, signal))
  }
  const leave = () => {
    sender.stop()
    abort.abort()
    panel.remove()
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
  }
  const address = localised(locale, href(paths.paperTicket, { asset }))
  const ticket = createTicket({ body, say, sender, words, address, signal })
  const carry = () => {
    const form = body.querySelector('form')
    const { formKey: _, ...fields }: OrderFields = form ? fieldsOf(form) : {}
    link.href = `${page}?${new URLSearchParams({ ...fields, tf: String(tf) })}`
  }
  for (const opening of ['click', 'auxclick', 'contextmenu']) link.addEventListener(opening, carry, { signal })
  close.addEventListener('click', leave, { signal })
  panel.addEventListener('leave', leave, { signal })
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && leave(), { signal })
  ;(document.querySelector('.chart-body') ?? document.body).append(panel)

  const kept = sender.kept()
  void ticket.load(`${address}?${new URLSearchParams(query ?? kept?.fields)}`)
}

interface TicketParts {
  body: HTMLElement
  sender: OrderSender
  words: OrderPanelOptions['words']
  /** Address of an empty ticket */
  address: string
  signal: AbortSignal
  say(text: string, act?: { text: string; run(): void }): void
}

/** The form in a panel: it is drawn by the server, which also says what an order would cost and what is wrong with it. */
function createTicket({ body, say, sender, words, address, signal }: TicketParts) {
  let typing: ReturnType<typeof setTimeout> | undefined
  const formOf = () => body.querySelector('form')
  const discard = () => {
    sender.discard()
    void load(address)
  }
  /** Leaves a choice of two while an order is unanswered: it is sent again unchanged, or discarded. */
  const sayUnanswered = (form: HTMLFormElement, text: string) => {
    lock(form, words.resend)
    say(text, { text: words.discard, run: discard })
  }
  const sayDenied = (form: HTMLFormElement, reason: string) =>
    sender.kept()?.isUnanswered ? sayUnanswered(form, reason) : say(reason)
  /** Shows a ticket; while an order is unanswered, that order instead. */
  const load = async (wanted: string) => {
    const kept = sender.kept()
    const sent = kept?.isUnanswered ? kept.fields : undefined
    const answer = await read(sent ? `${address}?${new URLSearchParams(sent)}` : wanted, words)
    if (signal.aborted) return
    if (answer.html === undefined) return say(answer.reason, { text: words.retry, run: () => void load(wanted) })
    say('')
    show(body, answer.html)
    const form = formOf()
    if (!sent || !form) return
    setKey(form, sent.formKey)
    sayUnanswered(form, words.unanswered)
  }
  const submit = async (form: HTMLFormElement) => {
    form.inert = true
    const answer = await sender.send(fieldsOf(form), () => {
      if (!signal.aborted) say(words.waiting, { text: words.stop, run: sender.stop })
    })
    if (signal.aborted) return
    form.inert = false
    if (answer === 'unanswered') return void load(address)
    if (answer === 'stopped') return sayUnanswered(form, words.stopped)
    if (answer.status === 'denied') return sayDenied(form, answer.reason)
    show(body, answer.html)
    say(answer.status === 'accepted' ? words.accepted : words.refused)
    document.dispatchEvent(new Event(tradingChange))
  }
  const onInput = ({ target }: Event) => {
    const form = formOf()
    if (!form) return
    if (target instanceof HTMLInputElement && target.name === 'amount') countAmount(form)
    sender.keep(fieldsOf(form))
    clearTimeout(typing)
    typing = setTimeout(() => void updateEstimate(form, words), estimateAfterMs)
  }
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('nav a') : null
    const form = formOf()
    if (!link || !form || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void load(`${address}?${queryOf(link, form)}`)
  }
  body.addEventListener('input', onInput, { signal })
  body.addEventListener('click', onClick, { signal })
  body.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      const form = formOf()
      if (form && !form.inert) void submit(form)
    },
    { signal },
  )
  return { load }
}

function show(body: HTMLElement, html: string): void {
  body.replaceChildren(...parsed(html).children)
  const { title = '' } = body.querySelector('form')?.dataset ?? {}
  body.parentElement?.setAttribute('aria-label', title)
  body.parentElement?.querySelector('h2')?.replaceChildren(title)
  focusTicket(body)
}

/** Query of the ticket to which a link leads, with the fields that it keeps */
function queryOf(link: HTMLAnchorElement, form: HTMLFormElement): URLSearchParams {
  const { searchParams } = new URL(link.href)
  const fields = fieldsOf(form)
  if (link.closest('.paper-kinds')) for (const name of keptByKind) searchParams.set(name, fields[name] ?? '')
  return searchParams
}

/** Makes a ticket read-only and names its button after what it does now. */
function lock(form: HTMLFormElement, text: string): void {
  for (const part of form.querySelectorAll<HTMLElement>('nav, fieldset')) part.inert = true
  for (const field of form.querySelectorAll<HTMLInputElement>('input')) field.readOnly = true
  form.querySelector('[type=submit]')?.replaceChildren(text)
}

function setKey(form: HTMLFormElement, key = ''): void {
  const field = form.querySelector<HTMLInputElement>('[name=formKey]')
  if (field) field.value = key
}

function fieldsOf(form: HTMLFormElement): OrderFields {
  const entries = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return Object.fromEntries(entries)
}

/** Focuses what is typed first; on a phone the button, because a field would open the keyboard over the ticket. */
function focusTicket(body: HTMLElement): void {
  const isTouch = matchMedia('(pointer: coarse)').matches
  const wanted = isTouch ? ['[type=submit]'] : ['[aria-invalid=true]', '[name=amount]']
  const found = wanted.flatMap((selector) => body.querySelector<HTMLElement>(selector) ?? [])
  found[0]?.focus({ preventScroll: true })
}

/** Lets the typed amount count: a chosen share would count instead of it. */
function countAmount(form: HTMLFormElement): void {
  const own = form.querySelector<HTMLInputElement>('[name=share][value=""]')
  if (own) own.checked = true
}

async function updateEstimate(form: HTMLFormElement, words: PanelWords): Promise<void> {
  const { html } = await read(`${form.dataset.estimate}?${new URLSearchParams(fieldsOf(form))}`, words)
  const line = html && parsed(html).firstElementChild
  if (line && form.isConnected) form.querySelector('#paper-estimate')?.replaceWith(line)
}

function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}

type PanelWords = OrderPanelOptions['words']

async function postOrder(address: string, fields: OrderFields, words: PanelWords): Promise<OrderAnswer> {
  try {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers: partial })
    if (response.status >= 500) return { status: 'offline' }
    if (response.ok) return { status: 'accepted', html: await response.text() }
    return response.status === 422
      ? { status: 'refused', html: await response.text() }
      : { status: 'denied', reason: (await reasonOf(response, words)) || words.refused }
  } catch {
    return { status: 'offline' }
  }
}

type ReadAnswer = { html: string } | { html?: undefined; reason: string }

async function read(address: string, words: PanelWords): Promise<ReadAnswer> {
  try {
    const response = await fetch(address, { headers: partial })
    if (response.ok) return { html: await response.text() }
    return { reason: (response.status < 500 && (await reasonOf(response, words))) || words.unreachable }
  } catch {
    return { reason: words.unreachable }
  }
}

/** Returns the sentence with which the server refuses a partial request; other answers are those of a proxy. */
async function reasonOf(response: Response, words: PanelWords): Promise<string> {
  if (response.status === 401) return words.signedOut
  return response.headers.get('content-type')?.startsWith('text/plain') ? response.text() : ''
}

function panelOf(title: string, page: string, words: OrderPanelOptions['words']) {
  const panel = document.createElement('aside')
  panel.className = 'order-panel'
  panel.setAttribute('aria-label', title)
  const head = document.createElement('div')
  head.className = 'order-panel-head'
  const heading = document.createElement('h2')
  const link = document.createElement('a')
  link.href = page
  link.textContent = words.page
  const close = buttonOf('✕')
  close.setAttribute('aria-label', words.close)
  head.append(heading, link, close)
  const body = document.createElement('div')
  const status = document.createElement('p')
  status.className = 'order-panel-status'
  status.setAttribute('role', 'status')
  status.textContent = words.loading
  panel.append(head, status, body)
  return { panel, link, body, status, close }
}

function buttonOf(text: string, run?: () => void, signal?: AbortSignal): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'chart-button is-text'
  button.textContent = text
  if (run) button.addEventListener('click', run, signal && { signal })
  return button
}
