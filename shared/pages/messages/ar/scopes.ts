import type { PageMessages } from '../page-messages.ts';
import type { scopes as english } from '../en/scopes.ts';

export const scopes: Pick<PageMessages, keyof typeof english> = {
  'scope.workspace:read': 'عرض مساحة العمل.',
  'scope.workspace:write': 'تعديل مساحة العمل.',
  'scope.teams:read': 'عرض الفرق وحالاتها وحقولها المخصصة.',
  'scope.teams:write': 'إنشاء الفرق وتعديلها والانضمام إليها، وإدارة حالاتها وحقولها المخصصة.',
  'scope.members:read': 'عرض الأعضاء.',
  'scope.members:write': 'إضافة الأعضاء وتعديلهم وإزالتهم.',
  'scope.stories:read': 'عرض القصص وقراءتها.',
  'scope.stories:write': 'إنشاء القصص وتعديلها وأرشفتها وحذفها.',
  'scope.comments:read': 'قراءة التعليقات.',
  'scope.comments:write': 'كتابة التعليقات.',
  'scope.labels:read': 'عرض الوسوم.',
  'scope.labels:write': 'إنشاء الوسوم وتعديلها.',
  'scope.sprints:read': 'عرض السباقات.',
  'scope.sprints:write': 'إنشاء السباقات وتعديلها.',
  'scope.objectives:read': 'عرض الأهداف والنتائج الرئيسية.',
  'scope.objectives:write': 'إنشاء الأهداف والنتائج الرئيسية وتعديلها.',
  'scope.schedule:read': 'عرض ساعات العمل والإجازات والجداول.',
  'scope.schedule:write': 'تحديد ساعات العمل والإجازات والأوقات المشغولة.',
  'scope.webhooks:manage': 'إدارة نقاط استقبال Webhook.',
  'scope.feedback:read': 'قراءة بوابات الملاحظات.',
  'scope.feedback:write': 'إنشاء بوابات الملاحظات وتعديلها.',
  'scope.proposals:read': 'الاطلاع على ما يقترحه الآخرون والبت فيه.',
  'scope.tokens:manage': 'إدارة الرموز وحسابات الخدمة.',
  'scope.audit:read': 'قراءة سجل التدقيق.',
};
