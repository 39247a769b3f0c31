import type { PageMessages } from '../page-messages.ts';
import type { names as english } from '../en/names.ts';

export const names: Pick<PageMessages, keyof typeof english> = {
  'name.label': 'اسمك',
  'name.hint': 'يظهر علنًا بجانب ما تكتبه في بوابات الأفكار.',
  'name.postedAs': 'يُنشر علنًا باسم {name}. تُخفى عناوين البريد الإلكتروني.',
  'name.change': 'تغيير اسمك',
  'name.missing': 'أدخل اسمك. سيظهر مع ما تنشره.',
  'name.tooLong': 'يجب ألا يتجاوز اسمك 120 حرفًا.',
  'name.invisible': 'استخدم اسمًا في سطر واحد، دون أحرف غير مرئية.',
  'name.alphabets': 'استخدم حروف أبجدية واحدة في كل كلمة من اسمك.',
  'name.team': 'استخدم اسمًا بلا كلمة «Team» وبلا علامات صح، فهي تدل على ما يكتبه الفريق.',
  'name.address': 'اختر اسمًا ليس عنوان بريد إلكتروني، لأن الجميع يستطيع رؤيته.',
};
