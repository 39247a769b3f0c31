import type { PageMessages } from '../page-messages.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Pick<PageMessages, keyof typeof english> = {
  'mailNews.title': 'تفضيلات البريد',
  'mailNews.invited': 'دُعيت إلى {workspace}. {link}',
  'mailNews.answer': 'القبول أو الرفض',
  'mailNews.stop': 'إلغاء الاشتراك',
  'mailNews.signIn': 'سجّل الدخول لتختار ما تتلقاه',
  'mailNews.each': 'رسالة لكل خبر',
  'mailNews.daily': 'رسالة واحدة يوميًا',
  'mailNews.off': 'بلا رسائل',
  'mailNews.saved': 'تم الحفظ: {mode}.',
  'mailNews.savedUpdates': 'تم الحفظ: التحديثات الجديدة فقط.',
  'mailNews.endedUpdates': 'لن تصلك بعد الآن رسائل عن تحديثات هذه البوابة. وستستمر الرسائل الأخرى.',
  'mailNews.endedKind': 'لن تصلك بعد الآن رسائل من هذا النوع. وستستمر الرسائل الأخرى.',
  'mailNews.updates': 'رسالة عند كل تحديث جديد',
  'mailNews.workspace': 'الإشارات والتكليفات والقصص التي تتابعها، وأفكار الزوار إن اخترتها، في {workspace}',
  'mailNews.portal': 'أخبار ما تتابعه على {portal}',
  'mailNews.thisPortal': 'هذه البوابة',
  'mailNews.save': 'حفظ',
  'address.title': 'عنوانك',
  'address.now': 'عنوانك هو {email}.',
  'address.new': 'عنوان البريد الجديد',
  'address.hint': 'نرسل إليه رمزًا ونُعلم عنوانك الحالي. مساحات العمل التي انضممت إليها ترى العنوان الجديد.',
  'address.sent': 'أرسلنا رمزًا إلى {email}. هو صالح عشر دقائق في هذا المتصفح، ويتغير عنوانك حين تُدخله.',
  'address.change': 'تغيير عنواني',
  'address.again': 'لم يصلك شيء؟ انظر في مجلد الرسائل المزعجة أو {link}.',
  'address.restart': 'ابدأ من جديد',
  'address.own': 'هذا عنوانك بالفعل.',
  'address.wrongPassword': 'كلمة المرور الحالية غير صحيحة.',
  'address.backTitle': 'استعادة حسابك',
  'address.backText':
    'يعود عنوان حسابك إلى {email}. يُسجَّل خروج الجميع، وتفقد التطبيقات وصولها، ولا تعود كلمة المرور صالحة.',
  'address.undo': 'التراجع عن التغيير',
  'address.backDone': 'عاد حسابك إليك',
  'addressMail.codeSubject': '{code} هو رمزك للعنوان الجديد',
  'addressMail.codeTitle': 'رمزك للعنوان الجديد',
  'addressMail.codeText':
    'طلب حساب في Plotline استخدام هذا العنوان. إن كنت أنت، فأدخل الرمز في نافذة المتصفح التي طلبته فيها. يصلح عشر دقائق.',
  'addressMail.codeIgnore':
    'إن لم تكن أنت، فتجاهل هذه الرسالة: لا يتغير شيء دون الرمز. لا تشارك الرمز مع أحد.',
  'addressMail.title': 'تم تغيير عنوان حسابك',
  'addressMail.text': 'سجّل الدخول بالعنوان الجديد من الآن. لم يعد هذا العنوان يفتح حسابك.',
  'addressMail.notYou':
    'إن لم تكن أنت، فتراجع عنه خلال سبعة أيام: يعود إليك حسابك بهذا العنوان، ويُسجَّل خروج الجميع. لا تسجّل الدخول بهذا العنوان قبل ذلك، فسينشئ ذلك حسابًا جديدًا.',
  'addressMail.undo': 'لم أكن أنا',
  'address.backDoneText': '{link} برمز عبر البريد، وعيّن هناك كلمة مرور جديدة إن كانت لك واحدة.',
};
