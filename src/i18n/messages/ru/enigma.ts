/** The list of assets, the page of one, and the start page of the app. */
export const enigma = {
  title: 'Энигма',
  description: 'Живые цены, изменения и объёмы всех активов.',
}
