/**
 * Runs inline while the page arrives: groups of alternatives whose choice is kept under the name in `data-choice-key`
 * (an index, counted from 0) show it with their first paint, instead of changing before the reader's eyes.
 */
export const choicesScript = `;(()=>{
const seen=new WeakSet
const restore=()=>{
for(const group of document.querySelectorAll('[data-choice-key]'))if(!seen.has(group))try{
const input=group.querySelectorAll(':scope>label>input')[parseInt(localStorage.getItem(group.dataset.choiceKey))]
if(input){input.checked=true;seen.add(group)}
}catch{}
}
const observer=new MutationObserver(restore)
observer.observe(document,{childList:true,subtree:true})
document.addEventListener('DOMContentLoaded',()=>observer.disconnect())
})()`
