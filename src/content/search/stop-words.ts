const stopWords = new Set(
  `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть
  еще же за и из или им их к как какая какие какой когда ко кто ли либо между мне может можно мой мы на над надо нам нас
  не него нее нет ни них но ну о об однако он она они оно от очень по под после потому почему при про с сам свой себя
  так также такой там те тем то того тоже той только том тот ту ты у уже чего чем через что чтобы чье эта эти это
  этого этой этом этот эту я
  a about all also am an and any are as at be been between but by can could did do does for from had has have how i if in into
  is it its me my no not of on or our should so some than that the their them then there these they this to us versus via vs was we
  were what when where which while who why will with within would you your`.split(/\s+/),
)

export function isStopWord(form: string): boolean {
  return stopWords.has(form)
}
