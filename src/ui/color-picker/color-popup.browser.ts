import { defaultLocale, isLocale, type Locale } from '../../i18n/locales.ts'
import { colorPicker as en } from '../../i18n/messages/en/color-picker.ts'
import { colorPicker as ru } from '../../i18n/messages/ru/color-picker.ts'
import { type Color, hexOf } from './color.ts'
import type { ColorPickerProps } from './color-picker.island.tsx'
import { PickEvent } from './events.ts'
import { placeBeside } from './place.browser.ts'
import { watchPresses } from './short-press.browser.ts'

const texts = { ru, en } satisfies Record<Locale, unknown>

interface ColorPopup {
  input: HTMLInputElement
  close(): void
}

let open: ColorPopup | undefined

export function toggleColorPopup(input: HTMLInputElement): void {
  const last = open
  last?.close()
  if (last?.input !== input) open = openPopup(input)
}

/**
 * Opens the picker of a color field. Its element is placed in the field's dialog or region, so that it is removed with
 * them.
 */
function openPopup(input: HTMLInputElement): ColorPopup {
  const [language] = document.documentElement.lang.split('-')
  const words = texts[isLocale(language) ? language : defaultLocale]
  const label = input.ariaLabel ?? input.labels?.[0]?.textContent ?? ''
  const host = createHost(label ? `${words.title}: ${label}` : words.title, {
    color: colorOf(input),
    hasAlpha: input.dataset.hasAlpha !== undefined,
    takesFocus: true,
    words,
  })
  const home = input.closest('dialog, kurs-island, main') ?? document.body
  home.append(host)
  host.showPopover({ source: input })
  const ending = new AbortController()
  let picked: Color | undefined
  const close = () => {
    if (ending.signal.aborted) return
    ending.abort()
    if (open?.input === input) open = undefined
    const hadFocus = host.contains(document.activeElement)
    host.remove()
    if (picked) say(input, 'change', picked)
    if (hadFocus) input.focus({ preventScroll: true })
  }
  placeBeside(host, input, ending.signal)
  watchPresses({ isInside: (target) => isWithin(target, host, input), onShortPress: close, signal: ending.signal })
  host.addEventListener('color-input', ({ detail }) => {
    picked = detail
    if (input.isConnected) say(input, 'input', detail)
    else close()
  })
  const type = (event: KeyboardEvent) => {
    const isDone = event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target !== input
    if ((event.key !== 'Escape' && !isDone) || !isWithin(event.target, host, input)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  document.addEventListener('keydown', type, { capture: true, signal: ending.signal })
  // The popup closes when Tab moves the focus out, not whenever the focus leaves: a press that takes the focus may be a
  // long one, which does not close it.
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && !isWithin(document.activeElement, host, input)) close()
  }
  document.addEventListener('keyup', leave, { signal: ending.signal })
  return { input, close }
}

/** Creates the popup's element with an island, which the custom element of all islands hydrates. */
function createHost(label: string, props: ColorPickerProps): HTMLElement {
  const host = document.createElement('div')
  host.className = 'color-popup'
  host.popover = 'manual'
  host.role = 'dialog'
  host.ariaLabel = label
  const json = document.createElement('script')
  json.type = 'application/json'
  json.textContent = JSON.stringify(props)
  const island = document.createElement('kurs-island')
  island.dataset.island = 'color-picker'
  island.dataset.when = 'load'
  island.append(json, document.createElement('kurs-island-view'))
  host.append(island)
  return host
}

/** Color of a field. The native value is limited to `#rrggbb`, so a color with alpha is in a data attribute. */
function colorOf({ value, dataset }: HTMLInputElement): string {
  return dataset.color?.startsWith(value) ? dataset.color : value
}

/**
 * Native setter of an input's value. It bypasses overrides on the element, as frameworks install them, so that islands
 * learn of the change by the event.
 */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

function say(input: HTMLInputElement, type: 'input' | 'change', color: Color): void {
  setValue?.call(input, hexOf({ ...color, a: 1 }))
  input.dispatchEvent(new PickEvent(type, color, hexOf(color)))
}

function isWithin(target: EventTarget | null, ...elements: HTMLElement[]): boolean {
  return target instanceof Node && elements.some((element) => element.contains(target))
}
