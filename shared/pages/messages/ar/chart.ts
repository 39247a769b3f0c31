import type { chartTexts as english } from '../../../planning/pictures/chart-texts.ts';
import type { PageMessages } from '../page-messages.ts';

export const chartTexts: Pick<PageMessages, keyof typeof english> = {
  'chart.burnDown': 'مخطط إنجاز {name}',
  'chart.forecast': 'توقّع {name}',
  'chart.storiesLeft': 'القصص المتبقية',
  'chart.estimateLeft': 'التقدير المتبقي',
  'chart.left': 'بقي {amount}',
  'chart.ideal': 'الخط المثالي',
  'chart.target': 'الهدف {day}',
  'chart.by': '{chance} % حتى {day}',
  'chart.later': '{chance} % بعد 5 سنوات',
  'chart.stories': {
    zero: '{count} قصة',
    one: 'قصة واحدة',
    two: 'قصتان ({count})',
    few: '{count} قصص',
    many: '{count} قصة',
    other: '{count} قصة',
  },
  'chart.estimate': '{estimate} ({stories})',
  'chart.noDays': 'لا توجد أيام لعرضها بعد.',
  'chart.noStories': 'لا توجد قصص بعد.',
  'chart.nothing': 'لم يُسجَّل شيء بعد.',
  'chart.remained': 'المتبقي في {from}: {before}، وفي {until}: {after}.',
  'chart.more': 'هذا أكثر بمقدار {amount} من الخط المثالي الذي يبلغ الصفر في {day}.',
  'chart.less': 'هذا أقل بمقدار {amount} من الخط المثالي الذي يبلغ الصفر في {day}.',
  'chart.onLine': 'هذا مطابق للخط المثالي الذي يبلغ الصفر في {day}.',
  'chart.done': 'اكتملت كلها: {stories}.',
  'chart.tooLittle': 'المتبقي: {stories}. البيانات لا تكفي للتوقّع.',
  'chart.chances':
    'المتبقي: {stories}. في 50 من 100 حالة تكتمل حتى {p50}، وفي 85 حتى {p85}، وفي 95 حتى {p95}.',
  'chart.inYears': 'أكثر من خمس سنوات',
  'chart.unestimated': 'تُحتسب القصص غير المقدّرة كواحد.',
  'chart.sprintEmpty': 'لا توجد قصص في هذا السبرنت.',
  'chart.sprintTooLittle': '{stories}؛ البيانات قليلة جدًا للتوقع.',
  'chart.sprintChances':
    'من أصل {stories}، يكتمل حتى نهايته {p15} أو أكثر في 85 من كل 100 حالة، و{p50} أو أكثر في 50، و{p85} أو أكثر في 15.',
  'chart.completed': 'مكتمل: {amount}',
  'chart.orMore': '{amount} أو أكثر: باحتمال {chance}٪',
  'chart.targetChance': 'يُبلَغ الهدف، {day}، باحتمال {chance} %.',
};
