import { accentKey } from '../account-storage.ts'
import { bannersScript } from '../banners/dismissed-banners.ts'
import { colorModeScript } from './color-mode-script.ts'

/**
 * Inline script that runs while the HTML arrives: at their first paint, tab groups show the choice that is stored under
 * `data-choice-key` (a label, or an index from 0).
 */
const choicesScript = `;(()=>{
const seen=new WeakSet
const restore=()=>{
for(const group of document.querySelectorAll('[data-choice-key]'))if(!seen.has(group))try{
const kept=localStorage.getItem(group.dataset.choiceKey)
const inputs=[...group.querySelectorAll(':scope>label>input')]
const input=inputs.find(({value})=>value===kept)??inputs[parseInt(kept)]
if(input){input.checked=true;seen.add(group)}
}catch{}
}
const observer=new MutationObserver(restore)
observer.observe(document,{childList:true,subtree:true})
document.addEventListener('DOMContentLoaded',()=>observer.disconnect())
})()`

/**
 * Inline script that applies the user's accent color. Personal pages have it on `<html>`; it is stored for pages that
 * are the same for all readers.
 */
const accentScript = `;(()=>{
const root=document.documentElement
let own=root.dataset.accent
try{if(own===undefined)own=localStorage.getItem('${accentKey}');else localStorage.setItem('${accentKey}',own)}catch{}
if(!/^#[0-9a-f]{6}$/.test(own))return
root.style.setProperty('--own-accent',own)
root.classList.add('own-accent')
})()`

/**
 * Inline script that ignores a rejected view transition: a busy browser drops the transition by rejecting its promise,
 * which is no error to report.
 */
const transitionScript = `;addEventListener('unhandledrejection',(event)=>{
const {name,message}=event.reason??{}
if((name==='InvalidStateError'||name==='AbortError'||name==='TimeoutError')&&/transition|revealed/i.test(message))event.preventDefault()
})`

export const inlineScript = colorModeScript + accentScript + transitionScript + choicesScript + bannersScript
