import type { TranslatedMail } from '../mail-text.ts';

export const texts: TranslatedMail = {
  'mail.preferences': 'إعدادات البريد وإلغاء الاشتراك',
  'invitation.title': 'دعاك {name} إلى {workspace}',
  'invitation.text':
    'يخطط {workspace} لعمله باستخدام Plotline. سجّل الدخول بالعنوان {email} للانضمام أو للرفض.',
  'invitation.action': 'عرض الدعوة',
  'invitation.footer':
    'تصلك هذه الرسالة لأن {name} أضاف عنوانك إلى {workspace}. إذا لم تكن تتوقعها فيمكنك تجاهلها.',
};
