import type { TranslatedMail } from '../mail-text.ts';

export const texts: TranslatedMail = {
  'mail.preferences': 'メールの設定と配信停止',
  'invitation.title': '{name} さんから {workspace} への招待',
  'invitation.text':
    '{workspace} は Plotline で作業を計画しています。参加または辞退するには、{email} でサインインしてください。',
  'invitation.action': '招待を見る',
  'invitation.footer':
    'このメールは、{name} さんがあなたのアドレスを {workspace} に追加したため送信されました。心当たりがない場合は無視してください。',
};
