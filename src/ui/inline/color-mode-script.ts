/** Local storage key of the reader's choice: `system`, `light` or `dark`. */
export const colorModeKey = 'kurs-color-mode'

/** Event on `document` whose detail is the mode to show. */
export const colorModeEvent = 'kurs:color-mode'

/** Warning for a page that forces the mode `system`. */
export const forcedSystem = 'You cannot force the colorMode to system at the page level.'

/** Runs inline before the first paint, so that a chosen mode never flashes; the CSP allows it by its hash. */
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
