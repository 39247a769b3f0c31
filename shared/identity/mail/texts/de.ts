import type { TranslatedMail } from '../mail-text.ts';

export const texts: TranslatedMail = {
  'mail.preferences': 'E-Mail-Einstellungen und Abmelden',
  'invitation.title': '{name} hat Sie zu {workspace} eingeladen',
  'invitation.text':
    '{workspace} plant die Arbeit mit Plotline. Melden Sie sich als {email} an, um beizutreten oder abzulehnen.',
  'invitation.action': 'Zur Einladung',
  'invitation.footer':
    'Sie erhalten diese E-Mail, weil {name} Ihre Adresse zu {workspace} hinzugefügt hat. Wenn Sie das nicht erwartet haben, können Sie sie ignorieren.',
};
