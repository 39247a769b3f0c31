import type { PageMessages } from '../page-messages.ts';
import type { signIn as english } from '../en/sign-in.ts';

export const signIn: Pick<PageMessages, keyof typeof english> = {
  'signIn.title': 'Iniciar sesión',
  'signIn.address': 'Dirección de correo',
  'signIn.codeHint': 'No hace falta cuenta. Te enviaremos un código por correo.',
  'signIn.codeOnlyHint': 'Te enviaremos un código por correo.',
  'signIn.sendCode': 'Enviar un código',
  'signIn.usePassword': 'Usar una contraseña',
  'signIn.useCode': 'Enviarme un código en su lugar',
  'signIn.password': 'Contraseña',
  'signIn.forgot': '¿Has olvidado tu contraseña? Inicia sesión con un código y después {link}.',
  'signIn.forgotLink': 'elige una nueva',
  'signIn.noPassword':
    '¿La has olvidado o aún no tienes? El operador de este servicio puede enviarte un enlace para crearla.',
  'signIn.forVote': 'Inicia sesión para votar por {idea}. Añadiremos tu voto enseguida.',
  'signIn.forFollow': 'Inicia sesión para seguir {idea}. Recibirás un correo cuando haya novedades.',
  'signIn.forComment': 'Inicia sesión para comentar {idea}.',
  'signIn.forIdea': 'Inicia sesión para proponer una idea a {portal}.',
  'signIn.forPortal': 'Inicia sesión para votar, comentar y proponer ideas en {portal}.',
  'signIn.forManage':
    'Inicia sesión para gestionar {portal}, con la dirección que conoce tu espacio de trabajo.',
  'signIn.forMembers':
    'Esta página es para miembros. Inicia sesión con la dirección que conoce tu espacio de trabajo.',
  'signIn.forApplication':
    'Inicia sesión para conectar una aplicación a Plotline. Después decides qué puede hacer.',
  'signIn.forAccount': 'Inicia sesión para ver tu cuenta.',
  'signIn.with': 'Continuar con {name}',
  'signIn.newTabText': 'Inicia sesión en una pestaña nueva para votar o publicar.',
  'signIn.newTab': 'Continuar en una pestaña nueva',
  'signIn.leaving': 'Continúa con {provider}. Lo que has escrito se conserva.',
  'signIn.done': 'Sesión iniciada',
  'signIn.doneText': 'Continúa para conectar tu aplicación.',
  'signIn.back': 'Volver',
  'signIn.wrongAddress': 'Escribe una dirección de correo válida.',
  'signIn.wrongPassword': 'La dirección de correo o la contraseña es incorrecta.',
  'code.title': 'Escribe tu código',
  'code.sent': 'Hemos enviado un código a {email}. Funciona en este navegador durante 10 minutos.',
  'code.code': 'Código',
  'code.continue': 'Continuar',
  'code.again': '¿No te ha llegado? Mira en la carpeta de spam o {button}.',
  'code.resend': 'reenvía el código',
  'code.resent': 'Hemos enviado un código nuevo. Solo funciona el más reciente.',
  'code.confirm': 'Confirma que eres tú',
  'code.confirmText': 'Antes de este cambio enviamos un código a {email}. Después vuelves aquí.',
  'code.otherAddress': 'Usar otra dirección',
  'code.digits': 'Escribe las cifras del código.',
  'code.wrong': {
    one: 'Ese código no es correcto. Queda {count} intento.',
    many: 'Ese código no es correcto. Quedan {count} de intentos.',
    other: 'Ese código no es correcto. Quedan {count} intentos.',
  },
};
