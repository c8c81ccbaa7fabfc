/** Local storage key of the IDs of dismissed banners, separated by spaces, newest last. */
export const bannersKey = 'kurs-banners'

/** Inline script that hides dismissed banners. It runs before the first paint, so that they never flash. */
export const bannersScript = `;(()=>{try{
const ids=(localStorage.getItem('${bannersKey}')??'').split(' ')
const sheet=new CSSStyleSheet()
sheet.replaceSync(ids.map((id)=>'[data-banner="'+CSS.escape(id)+'"]{display:none}').join(''))
document.adoptedStyleSheets.push(sheet)
}catch{}})()`
