import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { type ChartWords, fill } from '../words.ts'
import type { DrawingDesk } from './desk.ts'
import { type Drawing, dashes, maxPrice, maxText, maxWidth } from './drawing.ts'
import type { DrawingStore } from './store.ts'

export interface SettingsOptions {
  drawing: Drawing
  store: Pick<DrawingStore, 'put'>
  desk: Pick<DrawingDesk, 'templateOf' | 'setTemplate' | 'active'>
  words: ChartWords
  locale: Locale
}

/** Opens a dialog with the text, size and style of a drawing. The dialog returns the focus when it is closed. */
export function openSettings({ drawing, store, desk, words, locale }: SettingsOptions): void {
  const { settings, kinds } = words.drawing
  const dialog = document.createElement('dialog')
  dialog.className = 'chart-dialog drawing-settings'
  dialog.setAttribute('aria-label', fill(settings.title, { drawing: kinds[drawing.kind] }))
  const form = document.createElement('form')
  form.method = 'dialog'
  const heading = document.createElement('h2')
  heading.textContent = fill(settings.title, { drawing: kinds[drawing.kind] })
  const text = drawing.kind === 'text' ? textField(drawing.text ?? '') : undefined
  const size = drawing.kind === 'long' || drawing.kind === 'short' ? sizeField(drawing.size) : undefined
  const widths = Array.from({ length: maxWidth }, (_, index): [string, string] => [`${index + 1}`, `${index + 1} px`])
  const width = choice(widths, String(drawing.width ?? 2))
  const styles = [['', settings.solid], ...dashes.map((dash): [string, string] => [dash, settings[dash]])] as const
  const dash = choice(styles, drawing.dash ?? '')
  const usual = document.createElement('input')
  usual.type = 'checkbox'
  usual.defaultChecked = hasStyleOf(drawing, desk.templateOf(drawing.kind))
  const problem = document.createElement('p')
  problem.setAttribute('role', 'alert')
  form.append(heading)
  if (text) form.append(labelled(settings.text, text))
  if (size) form.append(labelled(settings.size, size), problem)
  form.append(labelled(settings.width, width), labelled(settings.dash, dash), labelled(settings.isUsual, usual))
  form.append(actions(settings, dialog))
  dialog.append(form)

  form.addEventListener('submit', (event) => {
    const amount = size ? readSize(locale, size.value) : drawing.size
    if (size && size.value.trim() !== '' && amount === undefined) {
      event.preventDefault()
      problem.textContent = settings.badSize
      size.setAttribute('aria-invalid', 'true')
      size.focus()
      return
    }
    const style = {
      width: width.value === '2' ? undefined : Number(width.value),
      dash: dashes.find((known) => known === dash.value),
    }
    const { id, kind, points, color } = drawing
    if (usual.checked) desk.setTemplate(kind, { id, kind, points, color, ...style })
    else if (usual.defaultChecked) desk.setTemplate(kind, undefined)
    store.put({ ...drawing, ...style, size: amount, text: text ? text.value.trim() : drawing.text })
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    desk.active.peek()?.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
  ;(text ?? size ?? width).focus()
}

function hasStyleOf({ color, width, dash }: Drawing, template: Drawing | undefined): boolean {
  return template?.color === color && template.width === width && template.dash === dash
}

/** Returns undefined for an empty field and for what is no amount. */
function readSize(locale: Locale, text: string): number | undefined {
  const size = readNumber(locale, text) ?? 0
  return size > 0 && size <= maxPrice ? size : undefined
}

function textField(value: string): HTMLTextAreaElement {
  const field = document.createElement('textarea')
  field.maxLength = maxText
  field.rows = 2
  field.value = value
  return field
}

function sizeField(value: number | undefined): HTMLInputElement {
  const field = document.createElement('input')
  field.inputMode = 'decimal'
  field.maxLength = 28
  field.value = value === undefined ? '' : String(value)
  return field
}

function choice(options: readonly (readonly [string, string])[], value: string): HTMLSelectElement {
  const select = document.createElement('select')
  select.append(...options.map(([each, text]) => new Option(text, each, false, each === value)))
  return select
}

function labelled(text: string, field: HTMLElement): HTMLLabelElement {
  const label = document.createElement('label')
  label.append(text, field)
  return label
}

function actions({ save, cancel }: ChartWords['drawing']['settings'], dialog: HTMLDialogElement): HTMLElement {
  const row = document.createElement('p')
  const [submit, leave] = [save, cancel].map((text) => {
    const button = document.createElement('button')
    button.className = 'chart-button is-text'
    button.textContent = text
    return button
  })
  if (!submit || !leave) return row
  leave.type = 'button'
  leave.addEventListener('click', () => dialog.close())
  row.append(submit, leave)
  return row
}
