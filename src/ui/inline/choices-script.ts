/** While the page arrives: groups show the choice kept under `data-choice-key` (an index from 0) with their first paint. */
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
