import { letCopy } from '../ui/copy-button.browser.ts'

export const selector = '[data-show-password], [data-copy], [data-accent-input]'

export function start(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-show-password]'))
    enablePasswordToggle(button)
  for (const strength of document.querySelectorAll<HTMLElement>('[data-strength]')) measure(strength)
  for (const input of document.querySelectorAll<HTMLInputElement>('.field input[aria-invalid]'))
    hideOnceCorrected(input)
  const print = document.querySelector<HTMLButtonElement>('[data-print]')
  print?.addEventListener('click', () => window.print())
  if (print) print.hidden = false
  const copy = document.querySelector<HTMLButtonElement>('[data-copy]')
  if (copy) letCopy(copy)
  const accent = document.querySelector<HTMLInputElement>('[data-accent-input]')
  if (accent) followChoice(accent)
}

/** Selects "own color" when the user chooses a color, also if that was before this script loaded. */
function followChoice(accent: HTMLInputElement): void {
  const choose = () => {
    const own = accent.form?.querySelector<HTMLInputElement>('[name=hasAccent][value=yes]')
    if (own) own.checked = true
  }
  accent.addEventListener('input', choose)
  if (accent.value !== accent.defaultValue) choose()
}

function inputOf(element: HTMLElement): HTMLInputElement | null | undefined {
  return element.closest('.field')?.querySelector('input')
}

function enablePasswordToggle(button: HTMLButtonElement): void {
  const input = inputOf(button)
  if (!input) return
  const [show, hide] = [button.title, button.dataset.showPassword ?? '']
  const set = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password'
    button.toggleAttribute('data-shown', isShown)
    button.title = button.ariaLabel = isShown ? hide : show
  }
  button.addEventListener('click', () => set(input.type === 'password'))
  // Submits the password in a password field, because browsers remember the values of text fields.
  input.form?.addEventListener('submit', () => set(false))
  button.hidden = false
}

/** Hides a field's error once its value differs from the refused one and has a valid form, and shows it again. */
function hideOnceCorrected(input: HTMLInputElement): void {
  // The grade of a new password says whether it is corrected.
  if (input.closest('.field')?.querySelector('[data-strength]')) return
  const refused = input.value
  input.addEventListener('input', () => showError(input, input.value === refused || !input.validity.valid))
}

function showError(input: HTMLInputElement, isShown: boolean): void {
  const error = input.closest('.field')?.querySelector<HTMLElement>('.field-error')
  if (!error) return
  error.hidden = !isShown
  input.ariaInvalid = isShown ? 'true' : null
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== error.id)
  input.setAttribute('aria-describedby', (isShown ? [error.id, ...described] : described).join(' '))
}

type Strength = 'short' | 'common' | 'fair' | 'good' | 'great'
const levels: Record<Strength, number> = { short: 1, common: 1, fair: 2, good: 3, great: 4 }

/** Shows the strength of a new password while the user types it: by its length, and whether it is common. */
function measure(strength: HTMLElement): void {
  const input = inputOf(strength)
  const meter = strength.querySelector('meter')
  const output = strength.querySelector('output')
  if (!input || !meter || !output) return
  const show = (grade: Strength) => {
    meter.value = levels[grade]
    output.textContent = strength.dataset[grade] ?? ''
    showError(input, levels[grade] === levels.short)
  }
  const grade = async () => {
    const { value } = input
    strength.hidden = value === ''
    const byLength = gradeOf(value)
    show(byLength)
    if (byLength !== 'short' && (await isCommon(value, strength.dataset.strength ?? '')) && input.value === value)
      show('common')
  }
  input.addEventListener('input', grade)
  // Grades text that was typed before this script loaded.
  if (input.value !== '') grade()
}

function gradeOf(password: string): Strength {
  const length = Array.from(password).length
  if (length < 8) return 'short'
  if (length < 12) return 'fair'
  return length < 16 ? 'good' : 'great'
}

const asked = new Map<string, Promise<string[]>>()

/**
 * Asks the server whether a password is common by k-anonymity: sends three hex digits of the hash; the server returns
 * all common hashes with that prefix.
 */
async function isCommon(password: string, address: string): Promise<boolean> {
  // Browsers can hash only on secure pages; elsewhere only the server checks, on submit.
  if (!globalThis.crypto.subtle) return false
  const bytes = new TextEncoder().encode(password.toLowerCase())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const prefix = hash.slice(0, 3)
  const known = asked.get(prefix) ?? fetchCommon(address + prefix)
  asked.set(prefix, known)
  return (await known).includes(hash.slice(3))
}

async function fetchCommon(address: string): Promise<string[]> {
  try {
    const response = await fetch(address)
    return response.ok ? (await response.text()).split('\n') : []
  } catch {
    return []
  }
}
