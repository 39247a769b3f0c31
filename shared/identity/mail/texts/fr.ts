import type { TranslatedMail } from '../mail-text.ts';

export const texts: TranslatedMail = {
  'mail.preferences': 'Paramètres des e-mails et désabonnement',
  'invitation.title': '{name} vous a invité à rejoindre {workspace}',
  'invitation.text':
    '{workspace} planifie son travail avec Plotline. Connectez-vous avec {email} pour accepter ou refuser.',
  'invitation.action': 'Voir l’invitation',
  'invitation.footer':
    'Vous recevez cet e-mail parce que {name} a ajouté votre adresse à {workspace}. Si vous ne l’attendiez pas, vous pouvez l’ignorer.',
};
