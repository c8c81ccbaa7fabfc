import { accentKey } from '../account-storage.ts'

/** Personal pages have the accent on `<html>`; it is stored for pages that are the same for everyone. */
export const accentScript = `;(()=>{
const root=document.documentElement
let own=root.dataset.accent
try{if(own===undefined)own=localStorage.getItem('${accentKey}');else localStorage.setItem('${accentKey}',own)}catch{}
if(!/^#[0-9a-f]{6}$/.test(own))return
root.style.setProperty('--own-accent',own)
root.classList.add('own-accent')
})()`
