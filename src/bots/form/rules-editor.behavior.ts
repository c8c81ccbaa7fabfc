export const selector = 'textarea[data-rules]'

/** Loads the editor when the text of rules is used for the first time. Without it, the text is a plain field. */
export function start(area: HTMLElement, signal: AbortSignal): void {
  if (!(area instanceof HTMLTextAreaElement)) return
  const begin = () => {
    import('./rules-editor.browser.ts').then(({ startRulesEditor }) => startRulesEditor(area, signal), reportError)
  }
  area.addEventListener('focus', begin, { once: true, signal })
  const opener = area.form?.querySelector<HTMLElement>('[data-opens-words]')
  if (!opener) return
  opener.hidden = false
  opener.addEventListener('click', () => area.focus(), { signal })
}
