import type { chartTexts as english } from '../../../planning/pictures/chart-texts.ts';
import type { PageMessages } from '../page-messages.ts';

export const chartTexts: Pick<PageMessages, keyof typeof english> = {
  'chart.burnDown': 'Burn-down von {name}',
  'chart.forecast': 'Prognose für {name}',
  'chart.storiesLeft': 'offene Storys',
  'chart.estimateLeft': 'offener Aufwand',
  'chart.left': 'noch {amount}',
  'chart.ideal': 'Ideallinie',
  'chart.target': 'Ziel {day}',
  'chart.by': '{chance} % bis {day}',
  'chart.later': '{chance} % nach 5 Jahren',
  'chart.stories': { one: '{count} Story', other: '{count} Storys' },
  'chart.estimate': '{estimate} ({stories})',
  'chart.noDays': 'Es gibt noch keine Tage zu zeigen.',
  'chart.noStories': 'Es gibt noch keine Storys.',
  'chart.nothing': 'Bisher ist nichts aufgezeichnet.',
  'chart.remained': 'Offen waren am {from} {before}, am {until} {after}.',
  'chart.more': 'Das sind {amount} mehr als auf der Ideallinie, die am {day} null erreicht.',
  'chart.less': 'Das sind {amount} weniger als auf der Ideallinie, die am {day} null erreicht.',
  'chart.onLine': 'Das entspricht genau der Ideallinie, die am {day} null erreicht.',
  'chart.done': 'Alle sind erledigt: {stories}.',
  'chart.tooLittle': 'Offen: {stories}. Für eine Prognose gibt es zu wenig Daten.',
  'chart.chances':
    'Offen: {stories}. In 50 von 100 Fällen sind sie erledigt bis {p50}, in 85 bis {p85}, in 95 bis {p95}.',
  'chart.inYears': 'in mehr als fünf Jahren',
  'chart.unestimated': 'Storys ohne Schätzung zählen als 1.',
  'chart.sprintEmpty': 'Der Sprint hat keine Storys.',
  'chart.sprintTooLittle': '{stories}; für eine Prognose gibt es zu wenig Daten.',
  'chart.sprintChances':
    'Von {stories} sind am Ende in 85 von 100 Fällen mindestens {p15} erledigt, in 50 mindestens {p50} und in 15 mindestens {p85}.',
  'chart.completed': '{amount} erledigt',
  'chart.orMore': '{amount} oder mehr: {chance} % wahrscheinlich',
  'chart.targetChance': 'Das Ziel, {day}, wird mit einer Wahrscheinlichkeit von {chance} % erreicht.',
};
