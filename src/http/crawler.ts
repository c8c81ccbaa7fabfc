/** Crawlers and link previewers: never redirected by language, and given the bare status instead of an error page. */
const crawler =
  /bot\b|bot[/;]|crawl|spider|slurp|googleother|google-inspectiontool|bingpreview|mediapartners|facebookexternalhit|whatsapp|telegrambot|vkshare|embedly|quora link preview|pinterest|skypeuripreview|yandex(?!search|browser)|lighthouse|headlesschrome-crawler/i

export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && crawler.test(userAgent)
}
