import { workText } from '../limits/work-text.ts'
import { findNonce } from './work.browser.ts'

export const selector = 'form[data-work]'

/** Computes the proof of work when the form is submitted, then submits it with the result. */
export function start(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(selector)) enableProofOfWork(form)
}

function enableProofOfWork(form: HTMLFormElement): void {
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
    // Waits for a turn of the event loop: a form cannot be resubmitted within its submit event, however fast the work
    // is done.
    await new Promise((resolve) => setTimeout(resolve))
    const nonce = await findNonce(workText(challenge, password.value, ''), Number(workBits))
    answer.value = `${challenge}:${nonce}`
    button.textContent = words
    form.ariaBusy = null
    form.requestSubmit()
  })
  // Discards the proof of work when the password changes, because it is bound to one password.
  password.addEventListener('input', () => {
    answer.value = ''
  })
  form.dataset.canWork = ''
}
