/** Local storage key of the color mode that the reader has chosen: `system`, `light` or `dark`. */
export const colorModeKey = 'kurs-color-mode'

/** Name of the event on `document` whose detail is the color mode to show. */
export const colorModeEvent = 'kurs:color-mode'

/** Warning logged for a page that forces the color mode `system`. */
export const forcedSystem = 'You cannot force the colorMode to system at the page level.'

/**
 * Inline script that applies the color mode before the first paint, so that no other mode flashes; the CSP allows the
 * script by its hash.
 */
export const colorModeScript = `(()=>{
const root=document.documentElement,device=matchMedia('(prefers-color-scheme:dark)')
const show=(event)=>{
const forced=root.dataset.colorModeForced
let mode=event?.detail
try{mode||=localStorage.getItem('${colorModeKey}')}catch{}
if(mode!=='light'&&mode!=='dark')mode='system'
const page=forced==='light'||forced==='dark'?forced:mode
const shown=page==='system'?device.matches?'dark':'light':page
root.dataset.colorMode=mode
root.classList.remove('light','dark')
root.classList.add(shown)
for(const meta of document.querySelectorAll('meta[name=theme-color]'))meta.media=page==='system'?'(prefers-color-scheme:'+meta.dataset.scheme+')':meta.dataset.scheme===shown?'all':'not all'
}
if(root.dataset.colorModeForced==='system')console.warn('${forcedSystem}')
show()
device.addEventListener('change',()=>show())
addEventListener('storage',()=>show())
document.addEventListener('${colorModeEvent}',show)
})()`
