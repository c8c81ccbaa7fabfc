import { accentScript } from './accent-script.ts'
import { choicesScript } from './choices-script.ts'
import { colorModeScript } from './color-mode-script.ts'

/**
 * A browser that is too busy gives up a transition between two pages and says so by promises of its own that it rejects.
 * The pages have changed all the same: nothing is to be done, and nothing to be reported as an error.
 */
const transitionScript = `;addEventListener('unhandledrejection',(event)=>{
const {name,message}=event.reason??{}
if((name==='InvalidStateError'||name==='AbortError'||name==='TimeoutError')&&/transition|revealed/i.test(message))event.preventDefault()
})`

/** Everything that runs inline before the first paint: one script, allowed by one hash. */
export const inlineScript = colorModeScript + accentScript + transitionScript + choicesScript
