export const selector = 'form[data-passkey]'

/** Interval at which a waiting page renews its challenge, ms; a challenge is valid for five minutes */
const renewMs = 4 * 60_000

/** Requests a passkey from the browser when a form is submitted, then submits it with the answer. */
export function start(_root: HTMLElement, signal: AbortSignal): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(selector)) enablePasskey(form, signal)
}

function enablePasskey(form: HTMLFormElement, page: AbortSignal): void {
  // Hides the form if passkeys are unavailable: on pages without HTTPS and in browsers from before 2025.
  if (!('PublicKeyCredential' in globalThis) || !PublicKeyCredential.parseRequestOptionsFromJSON) {
    form.hidden = true
    if (form.dataset.offered === undefined) showProblem(form, form.dataset.unsupported)
    return
  }
  delete form.dataset.waiting
  let offer = new AbortController()
  page.addEventListener('abort', () => offer.abort())
  form.addEventListener('submit', async (event) => {
    const answer = fieldOf(form, 'answer')
    if (answer?.value) {
      // Clears the answer after this event, which submits it: an answer is valid only once, and the next submit must
      // request another.
      setTimeout(() => {
        answer.value = ''
      })
      return
    }
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    showProblem(form, '')
    // Aborts the autofill request, because a browser allows only one request at a time.
    offer.abort()
    offer = new AbortController()
    const isUsed = await use(form, offer.signal)
    form.ariaBusy = null
    if (isUsed) form.requestSubmit()
  })
  if (form.dataset.offered !== undefined) void offerByAutofill(form, () => offer.signal, page)
}

/** Offers passkeys by autofill in the login field. Renews the request, because challenges expire. */
async function offerByAutofill(form: HTMLFormElement, current: () => AbortSignal, page: AbortSignal): Promise<void> {
  const isThere = await PublicKeyCredential.isConditionalMediationAvailable?.()
  const ended = current()
  while (isThere && !ended.aborted) {
    const asked = await ask(form)
    if (!asked || ended.aborted) return
    try {
      const turn = AbortSignal.any([ended, AbortSignal.timeout(renewMs)])
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.publicKey)
      const credential = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal: turn })
      if (page.aborted || !fill(form, credential, asked.token)) return
      form.requestSubmit()
      return
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'TimeoutError') return
    }
  }
}

/**
 * Fills the form with the answer of a passkey. @returns whether the form can be submitted; otherwise shows the reason
 */
async function use(form: HTMLFormElement, signal: AbortSignal): Promise<boolean> {
  const { dataset } = form
  const asked = await ask(form)
  if (!asked) {
    showProblem(form, dataset.unusable)
    return false
  }
  try {
    const { publicKey, token } = asked
    const credential =
      dataset.passkey === 'add'
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
            signal,
          })
        : await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
            signal,
          })
    return fill(form, credential, token)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') showProblem(form, dataset.unused)
    else showProblem(form, name === 'InvalidStateError' ? dataset.known : dataset.unusable)
    return false
  }
}

async function ask(form: HTMLFormElement) {
  const { passkey, challenges = '' } = form.dataset
  try {
    const body = JSON.stringify({ use: passkey })
    const response = await fetch(challenges, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return response.ok ? await response.json() : undefined
  } catch {
    // The page is offline: the form shows an error.
    return undefined
  }
}

function fill(form: HTMLFormElement, credential: Credential | null, token: string): boolean {
  const [answer, sent] = [fieldOf(form, 'answer'), fieldOf(form, 'token')]
  if (!answer || !sent || !(credential instanceof PublicKeyCredential)) return false
  answer.value = JSON.stringify(credential.toJSON())
  sent.value = token
  return true
}

function fieldOf(form: HTMLFormElement, name: string) {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)
}

function showProblem(form: HTMLFormElement, text = ''): void {
  const problem = document.querySelector<HTMLElement>(`[data-passkey-problem="${form.dataset.passkey}"]`)
  if (!problem) return
  problem.textContent = text
  problem.hidden = text === ''
}
