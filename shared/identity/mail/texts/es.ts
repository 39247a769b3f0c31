import type { TranslatedMail } from '../mail-text.ts';

export const texts: TranslatedMail = {
  'mail.preferences': 'Ajustes de correo y cancelar la suscripción',
  'invitation.title': '{name} te ha invitado a {workspace}',
  'invitation.text':
    '{workspace} planifica su trabajo con Plotline. Inicia sesión con {email} para unirte o rechazar la invitación.',
  'invitation.action': 'Ver la invitación',
  'invitation.footer':
    'Recibes este correo porque {name} ha añadido tu dirección a {workspace}. Si no lo esperabas, puedes ignorarlo.',
};
