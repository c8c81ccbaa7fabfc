/**
 * Runs while the page arrives: groups show the choice stored under `data-choice-key` (a label, or an index from 0) at
 * their first paint.
 */
export const choicesScript = `;(()=>{
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
