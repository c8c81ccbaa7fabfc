import type { Instrument } from '../../instrument.ts'

const share = (asset: string, name: string): Instrument => ({
  asset,
  base: asset,
  quote: 'RUB',
  name,
  priceDigits: 2,
  volumeDigits: 0,
})

/** Most traded shares of the main board, TQBR. Volumes are numbers of shares, orders are whole lots. */
export const moexShares: readonly Instrument[] = [
  share('SBER', 'Sberbank'),
  share('GAZP', 'Gazprom'),
  share('LKOH', 'Lukoil'),
  share('ROSN', 'Rosneft'),
  share('NVTK', 'Novatek'),
  share('GMKN', 'Norilsk Nickel'),
  share('PLZL', 'Polyus'),
  share('TATN', 'Tatneft'),
  share('YDEX', 'Yandex'),
  share('T', 'T-Technologies'),
  share('MGNT', 'Magnit'),
  share('MOEX', 'Moscow Exchange'),
]
