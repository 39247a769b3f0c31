import type { chartTexts as english } from '../../../planning/pictures/chart-texts.ts';
import type { PageMessages } from '../page-messages.ts';

export const chartTexts: Pick<PageMessages, keyof typeof english> = {
  'chart.burnDown': 'Burn-down de {name}',
  'chart.forecast': 'Prévision pour {name}',
  'chart.storiesLeft': 'stories restantes',
  'chart.estimateLeft': 'estimation restante',
  'chart.left': 'reste {amount}',
  'chart.ideal': 'idéal',
  'chart.target': 'cible {day}',
  'chart.by': '{chance} % d’ici le {day}',
  'chart.later': '{chance} % après 5 ans',
  'chart.stories': { one: '{count} story', many: '{count} de stories', other: '{count} stories' },
  'chart.estimate': '{estimate} ({stories})',
  'chart.noDays': 'Il n’y a pas encore de jours à montrer.',
  'chart.noStories': 'Il n’y a pas encore de stories.',
  'chart.nothing': 'Rien n’a encore été enregistré.',
  'chart.remained': 'Restaient {before} le {from}, {after} le {until}.',
  'chart.more': 'C’est {amount} de plus que la ligne idéale, qui atteint zéro le {day}.',
  'chart.less': 'C’est {amount} de moins que la ligne idéale, qui atteint zéro le {day}.',
  'chart.onLine': 'C’est exactement la ligne idéale, qui atteint zéro le {day}.',
  'chart.done': 'Tout est terminé : {stories}.',
  'chart.tooLittle': 'Reste : {stories}. Les données ne suffisent pas pour une prévision.',
  'chart.chances':
    'Reste : {stories}. Dans 50 cas sur 100, tout est terminé d’ici le {p50}, dans 85 d’ici le {p85}, dans 95 d’ici le {p95}.',
  'chart.inYears': 'plus de cinq ans',
  'chart.unestimated': 'Les stories sans estimation comptent pour 1.',
  'chart.sprintEmpty': 'Le sprint n’a aucune story.',
  'chart.sprintTooLittle': '{stories} ; il y a trop peu de données pour une prévision.',
  'chart.sprintChances':
    'Sur {stories}, {p15} ou plus sont terminées à la fin dans 85 cas sur 100, {p50} ou plus dans 50 et {p85} ou plus dans 15.',
  'chart.completed': '{amount} terminées',
  'chart.orMore': '{amount} ou plus : probable à {chance} %',
  'chart.targetChance': 'La cible, {day}, est atteinte avec une probabilité de {chance} %.',
};
