import type { chartTexts as english } from '../../../planning/pictures/chart-texts.ts';
import type { PageMessages } from '../page-messages.ts';

export const chartTexts: Pick<PageMessages, keyof typeof english> = {
  'chart.burnDown': 'Burn-down de {name}',
  'chart.forecast': 'Previsión de {name}',
  'chart.storiesLeft': 'historias pendientes',
  'chart.estimateLeft': 'estimación pendiente',
  'chart.left': 'quedan {amount}',
  'chart.ideal': 'ideal',
  'chart.target': 'objetivo {day}',
  'chart.by': '{chance} % antes del {day}',
  'chart.later': '{chance} % en más de 5 años',
  'chart.stories': { one: '{count} historia', many: '{count} de historias', other: '{count} historias' },
  'chart.estimate': '{estimate} ({stories})',
  'chart.noDays': 'Aún no hay días que mostrar.',
  'chart.noStories': 'Aún no hay historias.',
  'chart.nothing': 'Aún no se ha registrado nada.',
  'chart.remained': 'Quedaban {before} el {from} y {after} el {until}.',
  'chart.more': 'Son {amount} más que en la línea ideal, que llega a cero el {day}.',
  'chart.less': 'Son {amount} menos que en la línea ideal, que llega a cero el {day}.',
  'chart.onLine': 'Es exactamente la línea ideal, que llega a cero el {day}.',
  'chart.done': 'Todo está terminado: {stories}.',
  'chart.tooLittle': 'Pendiente: {stories}. Hay muy pocos datos para una previsión.',
  'chart.chances':
    'Pendiente: {stories}. En 50 de 100 casos se termina antes del {p50}, en 85 antes del {p85}, en 95 antes del {p95}.',
  'chart.inYears': 'dentro de más de cinco años',
  'chart.unestimated': 'Las historias sin estimación cuentan como 1.',
  'chart.sprintEmpty': 'El sprint no tiene historias.',
  'chart.sprintTooLittle': '{stories}; hay muy pocos datos para hacer una previsión.',
  'chart.sprintChances':
    'De {stories}, al final están terminadas {p15} o más en 85 de cada 100 casos, {p50} o más en 50 y {p85} o más en 15.',
  'chart.completed': '{amount} terminadas',
  'chart.orMore': '{amount} o más: {chance} % de probabilidad',
  'chart.targetChance': 'El objetivo, {day}, se alcanza con una probabilidad del {chance} %.',
};
