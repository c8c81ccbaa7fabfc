import { colorModeScript } from './color-mode-script.ts'

/**
 * A browser that is too busy gives up a transition between two pages and says so by rejected promises. The pages have
 * changed all the same: nothing is to be done, and nothing to be reported as an error.
 */
const transitionScript = `;(()=>{
const settle=(event)=>{
for(const part of ['ready','finished','updateCallbackDone'])event.viewTransition?.[part]?.catch(()=>{})
}
addEventListener('pageswap',settle)
addEventListener('pagereveal',settle)
})()`

/** Everything that runs inline before the first paint: one script, allowed by one hash. */
export const inlineScript = colorModeScript + transitionScript
