import { bannersScript } from '../banners/dismissed-banners.ts'
import { accentScript } from './accent-script.ts'
import { choicesScript } from './choices-script.ts'
import { colorModeScript } from './color-mode-script.ts'

/** A busy browser drops a view transition by rejecting its own promise: not an error to report. */
const transitionScript = `;addEventListener('unhandledrejection',(event)=>{
const {name,message}=event.reason??{}
if((name==='InvalidStateError'||name==='AbortError'||name==='TimeoutError')&&/transition|revealed/i.test(message))event.preventDefault()
})`

export const inlineScript = colorModeScript + accentScript + transitionScript + choicesScript + bannersScript
