import type { PaperLine } from './paper-lines.ts'

export type SentPrice = { status: 'moved' } | { status: 'offline' } | { status: 'refused'; reason: string }

/** Posts a new price for an order, then refreshes the region of the account to show the result. */
export async function sendPrice(address: string, price: number): Promise<SentPrice> {
  const body = new URLSearchParams({ do: 'move', price: String(price) })
  const headers = { 'hx-request': 'true', 'hx-request-type': 'partial' }
  try {
    const response = await fetch(address, { method: 'POST', body, headers })
    const text = await response.text()
    if (!response.ok) return { status: 'refused', reason: reasonIn(text) }
  } catch {
    return { status: 'offline' }
  }
  document.querySelector('[data-paper-desk]')?.dispatchEvent(new Event('paper-refresh'))
  return { status: 'moved' }
}

/** Reads the lines from the account's region; returns `known` if the region is gone or the lines are unchanged. */
export function readLines(known: readonly PaperLine[]): readonly PaperLine[] {
  const text = document.getElementById('paper-lines')?.textContent
  if (!text) return known
  const lines: PaperLine[] = JSON.parse(text)
  return JSON.stringify(lines) === JSON.stringify(known) ? known : lines
}

function reasonIn(page: string): string {
  return new DOMParser().parseFromString(page, 'text/html').querySelector('.error-hint')?.textContent ?? ''
}
