/** Two short tones: frequencies, Hz */
const tones = [880, 1175]
const toneSeconds = 0.14
const loudness = 0.15
/** Time that the browser gets to allow sound, ms; without an act on the page it allows none */
const allowedWithinMs = 300

/** Plays the sound of an alert. @returns whether the browser allowed it */
export async function playAlertSound(context = new AudioContext()): Promise<boolean> {
  const patience = new Promise((resolve) => setTimeout(resolve, allowedWithinMs))
  if (context.state === 'suspended') await Promise.race([context.resume(), patience])
  if (context.state !== 'running') {
    await context.close()
    return false
  }
  const gain = context.createGain()
  gain.gain.value = loudness
  gain.connect(context.destination)
  let last: OscillatorNode | undefined
  for (const [index, frequency] of tones.entries()) {
    last = context.createOscillator()
    last.frequency.value = frequency
    last.connect(gain)
    last.start(context.currentTime + index * toneSeconds)
    last.stop(context.currentTime + (index + 1) * toneSeconds)
  }
  last?.addEventListener('ended', () => void context.close())
  return true
}

/**
 * Shows in the list of notifications whether this browser plays a sound, and lets the user change it. @param key  local
 * storage key of the setting
 */
export function showSoundControl(control: HTMLElement, key: string): void {
  const button = control.querySelector('button')
  const status = control.querySelector('[role=status]')
  if (!button || !status) return
  const show = (text: 'on' | 'off' | 'blocked') => {
    control.hidden = false
    button.ariaPressed = String(text !== 'off')
    status.textContent = control.dataset[text] ?? ''
  }
  show(localStorage.getItem(key) ? 'on' : 'off')
  button.onclick = async () => {
    if (localStorage.getItem(key)) {
      localStorage.removeItem(key)
      return show('off')
    }
    localStorage.setItem(key, newestAlert() || '1')
    show('on')
    if (!(await playAlertSound())) show('blocked')
  }
}

function newestAlert(): string | undefined {
  return document.getElementById('alerts-unseen')?.dataset.fired
}
