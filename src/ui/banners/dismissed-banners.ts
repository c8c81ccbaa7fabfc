/** Key in local storage of the ids of banners that the reader does not want to see again, with spaces between them, newest last. */
export const bannersKey = 'kurs-banners'

/** Before the first paint: what has been dismissed is never seen for a moment. */
export const bannersScript = `;(()=>{try{
const ids=(localStorage.getItem('${bannersKey}')??'').split(' ')
const sheet=new CSSStyleSheet()
sheet.replaceSync(ids.map((id)=>'[data-banner="'+CSS.escape(id)+'"]{display:none}').join(''))
document.adoptedStyleSheets.push(sheet)
}catch{}})()`
