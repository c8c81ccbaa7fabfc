/** A word that may be completed at the caret: the text before it decides what fits. */
export interface Completion {
  /** Typed beginning of the word */
  typed: string
  place: 'statement' | 'value' | 'after' | 'source' | 'numbers'
  /** Name of the indicator in whose parentheses the caret is */
  of?: string
}

/** Reads what may stand at the end of a line that has been typed so far. */
export function completionAt(line: string): Completion {
  const [typed = ''] = /[a-z_]\w*$/i.exec(line) ?? []
  const before = line.slice(0, line.length - typed.length)
  if (before.includes('#')) return { typed: '', place: 'after' }
  if (/^\s*$/.test(before)) return { typed, place: 'statement' }
  if (/^\s*trailing\s+$/i.test(before)) return { typed: `trailing ${typed}`, place: 'statement' }
  const [, of, inside = ''] = /([a-z_]\w*)\(([^()]*)$/i.exec(before) ?? []
  if (of && !mathNames.test(of)) {
    return inside.trim() === '' && typed === '' ? { typed, place: 'numbers', of } : { typed, place: 'source', of }
  }
  const isOpen = /(^|[^\w])(when|and|or|not|above|below|stop|target|add|size)\s+$/i.test(before)
  return { typed, place: isOpen || /[-+*/(,<>=]\s*$/.test(before) ? 'value' : 'after' }
}

const mathNames = /^(abs|min|max)$/i

const started = new WeakSet<HTMLTextAreaElement>()

/** Offers words at the caret and underlines the fault that the server has found. */
export function startRulesEditor(area: HTMLTextAreaElement, signal: AbortSignal): void {
  const list = document.getElementById(area.dataset.rules ?? '')
  if (!list || started.has(area)) return
  started.add(area)
  const mirror = createMirror(area)
  const words = createWords(area, list, mirror.placeAtCaret)
  const showFault = () => mirror.mark(faultIn(area.value))
  area.setAttribute('aria-autocomplete', 'list')
  area.setAttribute('aria-controls', list.id)
  const forget = () => {
    mirror.mark(undefined)
    words.offer(false)
  }
  area.addEventListener('input', forget, { signal })
  const handleKey = (event: KeyboardEvent) => {
    const isAsked = event.key === ' ' && event.ctrlKey
    if (isAsked) words.offer(true)
    if (isAsked || words.handleKey(event)) event.preventDefault()
  }
  area.addEventListener('keydown', handleKey, { signal })
  area.addEventListener('blur', words.close, { signal })
  area.addEventListener('click', words.close, { signal })
  // A press on the list leaves the focus, and on phones the keyboard, where it is.
  list.addEventListener('pointerdown', (event) => event.preventDefault(), { signal })
  list.addEventListener('click', ({ target }) => words.insert(target), { signal })
  area.form?.querySelector('[data-opens-words]')?.addEventListener('click', () => words.offer(true), { signal })
  document.addEventListener('htmx:after:swap', showFault, { signal })
  showFault()
}

/** The list of words: which are shown, and which one is active */
function createWords(area: HTMLTextAreaElement, list: HTMLElement, place: (list: HTMLElement) => void) {
  const words = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  let active: HTMLElement | undefined
  const completion = () => {
    const { value, selectionStart: caret } = area
    return completionAt(value.slice(value.lastIndexOf('\n', caret - 1) + 1, caret))
  }
  const activate = (word: HTMLElement | undefined) => {
    active?.setAttribute('aria-selected', 'false')
    active = word
    word?.setAttribute('aria-selected', 'true')
    word?.scrollIntoView({ block: 'nearest' })
    if (word) area.setAttribute('aria-activedescendant', word.id)
    else area.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    list.hidden = true
    activate(undefined)
  }
  const shown = () => words.filter((word) => !word.hidden)
  const insert = (target: EventTarget | null | undefined) => {
    const word = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (!word) return
    replaceTyped(area, completion(), word.dataset.text ?? '')
    close()
  }
  return {
    close,
    insert,
    /** @param isAsked  whether words are wanted although none has been begun */
    offer: (isAsked: boolean) => {
      const wanted = completion()
      for (const word of words) word.hidden = !fits(word, wanted)
      const fitting = shown()
      const isWritten = fitting.length === 1 && fitting[0]?.dataset.text?.toLowerCase() === wanted.typed.toLowerCase()
      const isBegun = isAsked || wanted.typed !== '' || wanted.place === 'numbers'
      activate(undefined)
      list.hidden = fitting.length === 0 || isWritten || !isBegun
      if (!list.hidden) place(list)
    },
    /** Returns whether the key was for the list. */
    handleKey: ({ key, ctrlKey }: KeyboardEvent): boolean => {
      if (list.hidden) return false
      const all = shown()
      const at = active ? all.indexOf(active) : -1
      if (key === 'ArrowDown') activate(all[(at + 1) % all.length])
      else if (key === 'ArrowUp') activate(all.at(at <= 0 ? -1 : at - 1))
      else if (key === 'Escape') close()
      else if ((key === 'Enter' || key === 'Tab') && active && !ctrlKey) insert(active)
      else return false
      return true
    },
  }
}

/** Puts a word in place of its beginning. Its first number is selected, so that another one can be typed over it. */
function replaceTyped(area: HTMLTextAreaElement, { typed, place }: Completion, text: string): void {
  const inserted = place === 'numbers' ? (/\((.*)\)/.exec(text)?.[1] ?? '') : text
  const from = area.selectionStart - typed.length
  area.focus()
  area.setRangeText(inserted, from, area.selectionEnd, 'end')
  const open = inserted.indexOf('(')
  if (open >= 0) {
    const [number = ''] = /^[\d.]*/.exec(inserted.slice(open + 1)) ?? []
    area.setSelectionRange(from + open + 1, from + open + 1 + number.length)
  }
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

function fits({ dataset }: HTMLElement, { typed, place, of }: Completion): boolean {
  const text = dataset.text ?? ''
  if (place === 'numbers') return text.toLowerCase().startsWith(`${of?.toLowerCase()}(`) && text !== `${of}()`
  if (place === 'source' ? dataset.source === undefined : dataset.place !== place) return false
  return text.toLowerCase().startsWith(typed.toLowerCase())
}

/** Range of the word with the fault in the text */
function faultIn(text: string): [from: number, to: number] | undefined {
  const { line, column } = document.getElementById('rules-reading')?.dataset ?? {}
  if (!line || !column) return undefined
  const lines = text.split('\n')
  const start = lines.slice(0, Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1
  const [word = ''] = /^([\w.]+|\S)/.exec(text.slice(start)) ?? []
  // At the end of a line the last character before it is marked.
  return word === '' ? [Math.max(0, start - 1), start] : [start, start + word.length]
}

/** A copy of the text over the field, which shows marks and tells where the caret is. */
function createMirror(area: HTMLTextAreaElement) {
  const mirror = document.createElement('div')
  mirror.className = 'rules-mirror'
  mirror.ariaHidden = 'true'
  area.after(mirror)
  const follow = () => {
    mirror.style.inlineSize = `${area.clientWidth}px`
    mirror.style.blockSize = `${area.clientHeight}px`
    mirror.scrollTop = area.scrollTop
  }
  area.addEventListener('scroll', follow)
  new ResizeObserver(follow).observe(area)
  return {
    mark: (range: [from: number, to: number] | undefined) => {
      const { value } = area
      mirror.textContent = ''
      if (!range) return
      const marked = document.createElement('mark')
      marked.textContent = value.slice(...range)
      mirror.append(value.slice(0, range[0]), marked, `${value.slice(range[1])}\n`)
      follow()
    },
    placeAtCaret: (list: HTMLElement) => {
      const caret = document.createElement('span')
      caret.textContent = '.'
      const copy = mirror.cloneNode()
      if (!(copy instanceof HTMLElement)) return
      copy.append(area.value.slice(0, area.selectionStart), caret)
      mirror.after(copy)
      const room = Math.max(0, area.clientWidth - list.offsetWidth)
      list.style.insetInlineStart = `${Math.min(caret.offsetLeft, room)}px`
      list.style.insetBlockStart = `${caret.offsetTop + caret.offsetHeight - area.scrollTop + 4}px`
      copy.remove()
    },
  }
}
