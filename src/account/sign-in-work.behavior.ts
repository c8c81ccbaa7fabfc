import { workText } from '../limits/work-text.ts'
import { findNonce } from './work.browser.ts'

export const selector = 'form[data-work]'

/** Does the work that the server wants for a try, when the form is sent, and sends it then. */
export function start(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(selector)) letWork(form)
}

function letWork(form: HTMLFormElement): void {
  const { work: challenge = '', workBits = '0', working = '' } = form.dataset
  const answer = form.querySelector<HTMLInputElement>('[name=work]')
  const password = form.querySelector<HTMLInputElement>('[name=password]')
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!answer || !password || !button) return
  let isWorking = false
  form.addEventListener('submit', async (event) => {
    if (answer.value !== '') return
    event.preventDefault()
    if (isWorking) return
    isWorking = true
    const words = button.textContent
    button.textContent = working
    form.ariaBusy = 'true'
    // Within its event a form is not sent again, however soon the work is done.
    await new Promise((resolve) => setTimeout(resolve))
    const nonce = await findNonce(workText(challenge, password.value, ''), Number(workBits))
    answer.value = `${challenge}:${nonce}`
    button.textContent = words
    form.ariaBusy = null
    form.requestSubmit()
  })
  // The work is for one password.
  password.addEventListener('input', () => {
    answer.value = ''
  })
  form.dataset.canWork = ''
}
