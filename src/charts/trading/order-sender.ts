import type { Locale } from '../../i18n/locales.ts'

export type OrderFields = Record<string, string>

/**
 * Answer of the server to an order: a new ticket, or the same one with its faults; `denied` with a reason if the order was
 * not read, `offline` if no answer came
 */
export type OrderAnswer =
  | { status: 'accepted' | 'refused'; html: string }
  | { status: 'denied'; reason: string }
  | { status: 'offline' }

type SentAnswer = Exclude<OrderAnswer, { status: 'offline' }>

interface KeptOrder {
  fields: OrderFields
  /** Whether the order was sent and no answer came: it may have been placed */
  isUnanswered: boolean
  /** Language in which the numbers of a sent order are written */
  locale?: Locale
}

export interface OrderSenderOptions {
  locale: Locale
  /**
   * Sends the fields, among them the idempotency key of the form: sent again, they place the order once. An unanswered
   * order keeps its language: in another one, `1,500` is another price.
   */
  post(fields: OrderFields, locale: Locale): Promise<OrderAnswer>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Key of the storage under which the ticket is kept until it is accepted */
  key: string
  pause(ms: number): Promise<void>
}

export interface OrderSender {
  kept(): KeptOrder | undefined
  /** Keeps what is typed. An unanswered order stays as it was sent: its change would be another order. */
  keep(fields: OrderFields): void
  /**
   * Sends an order until the server answers or `stop` is called. An unanswered order with the same key is sent as it
   * was; while another one is unanswered, nothing is sent.
   * @param onOffline  called after each attempt in vain
   */
  send(fields: OrderFields, onOffline: () => void): Promise<SentAnswer | 'stopped' | 'unanswered'>
  stop(): void
  /** Forgets the kept order. If it was sent, it may have been placed. */
  discard(): void
}

/** Pauses between attempts, ms: the first, and the longest */
const [firstPauseMs, maxPauseMs] = [1000, 10_000]

/** Keeps the ticket through outages and reloads, and sends it until it is answered. */
export function createOrderSender({ locale, post, storage, key, pause }: OrderSenderOptions): OrderSender {
  let isStopped = false
  const keep = (kept: KeptOrder) => storage.setItem(key, JSON.stringify(kept))
  const kept = () => readKept(storage.getItem(key))
  return {
    kept,
    keep: (fields) => {
      if (!kept()?.isUnanswered) keep({ fields, isUnanswered: false })
    },
    send: async (typed, onOffline) => {
      const former = kept()
      if (former?.isUnanswered && former.fields.formKey !== typed.formKey) return 'unanswered'
      const order = former?.isUnanswered ? former : { fields: typed, locale }
      /** Whether an earlier attempt may have placed the order */
      let isUnanswered = former?.isUnanswered ?? false
      isStopped = false
      keep({ ...order, isUnanswered: true })
      for (let pauseMs = firstPauseMs; !isStopped; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
        const answer = await post(order.fields, order.locale ?? locale)
        if (answer.status === 'accepted') storage.removeItem(key)
        else if (answer.status === 'refused') keep({ ...order, isUnanswered: false })
        else if (answer.status === 'denied') keep({ ...order, isUnanswered })
        if (answer.status !== 'offline') return answer
        isUnanswered = true
        onOffline()
        await pause(pauseMs)
      }
      return 'stopped'
    },
    stop: () => {
      isStopped = true
    },
    discard: () => storage.removeItem(key),
  }
}

function readKept(text: string | null): KeptOrder | undefined {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
