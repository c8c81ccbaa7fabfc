import type { BroadcastContent } from '../../broadcast/content.ts'
import type { Button } from '../../telegram/message/content.ts'

export interface BroadcastPlan {
  name: string
  content: BroadcastContent
}

const message = { media: [], hasLinkPreview: false, isSilent: false, isProtected: false }

const opinion: Button[][] = [
  [
    { text: { ru: 'Полезно', en: 'Useful' }, callback: '' },
    { text: { ru: 'Не очень', en: 'Not really' }, callback: '' },
  ],
]

/** Finished broadcasts, sent in this order, some days apart */
export const finishedPlans: readonly BroadcastPlan[] = [
  {
    name: 'Знакомство с ботами · Meet the bots',
    content: {
      ...message,
      text: {
        ru: '{name|Друзья}, в Курсе появились <b>торговые боты</b> на учебных деньгах: сетка, усреднение, пересечение средних, RSI и пробой.\n\nПопробуйте любого на истории, прежде чем запустить.',
        en: 'Hi {name|there}! Kurs has <b>trading bots</b> on paper money now: grid, DCA, moving-average cross, RSI and breakout.\n\nTry any of them on history before you start it.',
      },
      buttons: opinion,
    },
  },
  {
    name: 'Итоги недели · Weekly digest',
    content: {
      ...message,
      text: {
        ru: '<b>Итоги недели</b>\n\n• уведомления о ценах приходят прямо сюда\n• на графике можно сравнить два актива\n• у отчётов ботов появилась просадка\n\n<i>Это письмо из примера: его получатели вымышлены.</i>',
        en: '<b>This week</b>\n\n• price alerts arrive right here\n• a chart can compare two assets\n• bot reports show the drawdown\n\n<i>This message is part of an example: its readers are made up.</i>',
      },
      buttons: [
        [
          { text: { ru: 'Хочу подробнее', en: 'Tell me more' }, callback: '' },
          { text: { ru: 'Не сейчас', en: 'Not now' }, callback: '' },
        ],
      ],
    },
  },
]

export const scheduledPlan: BroadcastPlan = {
  name: 'Опрос о графиках · Chart survey',
  content: {
    ...message,
    text: {
      ru: 'Какого индикатора вам не хватает на графике?',
      en: 'Which indicator do you miss on the chart?',
    },
    buttons: [
      [
        { text: { ru: 'Профиль объёма', en: 'Volume profile' }, callback: '' },
        { text: { ru: 'Ишимоку', en: 'Ichimoku' }, callback: '' },
      ],
    ],
  },
}

export const draftPlan: BroadcastPlan = {
  name: 'Черновик: плановые работы · Draft: maintenance',
  content: {
    ...message,
    isSilent: true,
    text: {
      ru: 'В воскресенье с 06:00 до 06:15 по Москве сайт будет недоступен.',
      en: 'The site will be unavailable on Sunday from 06:00 to 06:15 Moscow time.',
    },
    buttons: [],
  },
}

export const buttonTemplate = { name: 'Полезно? · Useful?', rows: opinion }
