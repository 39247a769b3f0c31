import type { PageMessages } from '../page-messages.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Pick<PageMessages, keyof typeof english> = {
  'mailNews.title': 'Preferencias de correo',
  'mailNews.invited': 'Has recibido una invitación a {workspace}. {link}',
  'mailNews.answer': 'Aceptar o rechazar',
  'mailNews.stop': 'Cancelar la suscripción',
  'mailNews.signIn': 'Inicia sesión para elegir lo que recibes',
  'mailNews.each': 'Un correo por cada novedad',
  'mailNews.daily': 'Un correo al día',
  'mailNews.off': 'Ningún correo',
  'mailNews.saved': 'Guardado: {mode}.',
  'mailNews.savedUpdates': 'Guardado: solo las novedades del portal.',
  'mailNews.endedUpdates':
    'Ya no recibirás correos sobre las novedades de este portal. Los demás correos siguen llegando.',
  'mailNews.endedKind': 'Ya no recibirás correos de este tipo. Los demás correos siguen llegando.',
  'mailNews.updates': 'Recibir todas las novedades del portal por correo',
  'mailNews.workspace':
    'Menciones, asignaciones, las historias que sigues y, si las elegiste, ideas de visitantes en {workspace}',
  'mailNews.portal': 'Novedades de lo que sigues en {portal}',
  'mailNews.thisPortal': 'este portal',
  'mailNews.save': 'Guardar',
  'address.title': 'Tu dirección',
  'address.now': 'Es {email}.',
  'address.new': 'Nueva dirección de correo',
  'address.hint':
    'Le enviamos un código y avisamos a tu dirección actual. Los espacios de trabajo a los que perteneces ven la nueva.',
  'address.sent':
    'Hemos enviado un código a {email}. Vale durante diez minutos, en este navegador. Tu dirección cambia en cuanto lo introduces.',
  'address.change': 'Cambiar mi dirección',
  'address.again': '¿No ha llegado nada? Mira en la carpeta de spam o {link}.',
  'address.restart': 'empieza de nuevo',
  'address.own': 'Esta ya es tu dirección.',
  'address.wrongPassword': 'La contraseña actual es incorrecta.',
  'address.backTitle': 'Recuperar tu cuenta',
  'address.backText':
    'Tu cuenta vuelve a tener la dirección {email}. Se cierran todas las sesiones, las aplicaciones pierden el acceso y la contraseña deja de valer.',
  'address.undo': 'Deshacer el cambio',
  'address.backDone': 'Tu cuenta está de vuelta',
  'addressMail.codeSubject': '{code} es tu código para una dirección nueva',
  'addressMail.codeTitle': 'Tu código para una dirección nueva',
  'addressMail.codeText':
    'Una cuenta de Plotline ha pedido usar esta dirección. Si has sido tú, escribe el código en la ventana del navegador en la que lo pediste. Es válido durante diez minutos.',
  'addressMail.codeIgnore':
    'Si no has sido tú, ignora este correo: sin el código no cambia nada. No compartas el código.',
  'addressMail.title': 'Se ha cambiado la dirección de tu cuenta',
  'addressMail.text': 'A partir de ahora inicia sesión con la dirección nueva. Esta ya no abre tu cuenta.',
  'addressMail.notYou':
    'Si no has sido tú, deshazlo en siete días: recuperas tu cuenta con esta dirección y se cierra la sesión de todos los demás. No inicies sesión antes con esta dirección, porque crearía una cuenta nueva.',
  'addressMail.undo': 'No he sido yo',
  'address.backDoneText': '{link} con un código por correo y pon allí una contraseña nueva si tenías una.',
};
