export interface ReplayActs {
  step(): void
  back(count: number): void
  toggle(): void
}

const occupied = 'input, select, textarea, dialog, details[open], .color-popup, .chart-context, [contenteditable], svg'

/**
 * Listens for the keys of a replay before the charts do: there, arrows move the crosshair. Returns a function that
 * stops this.
 */
export function listenForReplayKeys(acts: () => ReplayActs): () => void {
  const listen = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
    if (!(target instanceof Element) || target.closest(occupied) || document.querySelector('dialog[open]')) return
    if (key === 'ArrowRight') acts().step()
    else if (key === 'ArrowLeft') acts().back(1)
    else if (key === ' ' && !target.closest('button, a, summary')) acts().toggle()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', listen, { capture: true })
  return () => document.removeEventListener('keydown', listen, { capture: true })
}
