import type { PageMessages } from '../page-messages.ts';
import type { applications as english } from '../en/applications.ts';

export const applications: Pick<PageMessages, keyof typeof english> = {
  'consent.title': 'Permitir el acceso',
  'consent.question': '¿Permites que esta aplicación use Plotline en tu nombre?',
  'consent.unverified': 'Este nombre lo indica la aplicación y no está verificado.',
  'consent.toHost': 'Se te redirigirá a {host}.',
  'consent.toDevice': 'Se te redirigirá a una aplicación de este dispositivo, en {host}.',
  'consent.device':
    'Cualquier programa de este dispositivo podría hacer esta solicitud con este nombre. Continúa solo si has iniciado tú esta conexión.',
  'consent.able': 'Podrá',
  'consent.ableIn': 'En el espacio de trabajo {workspaces}, podrá',
  'consent.ableInSome': 'En los espacios de trabajo {workspaces}, podrá',
  'consent.noWorkspace':
    'Aún no estás en ningún espacio de trabajo, así que la aplicación no verá nada hasta que te unas a uno.',
  'consent.sees': 'Ver todo lo que tú ves: historias, comentarios, sprints, objetivos y personas.',
  'consent.changes': 'Crear, modificar y eliminar en tu nombre lo que tú puedas.',
  'consent.updatesStories': 'Modificar en tu nombre las historias que tú puedas modificar.',
  'consent.invited':
    'Tienes invitaciones a {workspaces}. La aplicación podrá usar un espacio de trabajo cuando aceptes la invitación en {link}.',
  'consent.invitedLink': 'tu cuenta',
  'consent.safe': 'Nunca ve tu contraseña. Puedes revocar el acceso en cualquier momento en {link}.',
  'consent.safeLink': 'aplicaciones conectadas',
  'consent.someTeams': '¿Solo en algunos equipos?',
  'consent.teamIn': '{team} en {workspace}',
  'consent.withhold': 'No mostrarle lo que han escrito los visitantes de los portales',
  'consent.withholdHint':
    'Cualquiera puede escribir en un portal, y un texto así podría contener instrucciones para un asistente. Si lo marcas, solo lee lo que han escrito miembros.',
  'consent.allow': 'Permitir',
  'consent.deny': 'Denegar',
  'consent.read': 'Permitir solo lectura',
  'consent.back': 'Volver a la aplicación',
  'consent.backText': 'Se te redirigirá a {host}. Después puedes cerrar esta página.',
  'refusal.denied': 'Acceso denegado',
  'refusal.deniedText': 'No se ha concedido el acceso. Puedes cerrar esta página.',
  'refusal.failed': 'No se puede conectar la aplicación',
  'refusal.redirects': 'Redirige a {host}.',
  'refusal.invalid': 'Su solicitud no es válida, por lo que no se ha concedido el acceso: {reason}',
  'refusal.inform':
    'Si conoces {host}, puedes volver e informar a la aplicación. No forma parte de Plotline.',
  'refusal.go': 'Ir a {host}',
  'refusal.again': '{reason} Quita la conexión en la aplicación y vuelve a añadirla.',
  'refusal.slowDown': 'Has probado demasiadas aplicaciones desconocidas; espera una hora.',
  'connections.about': 'Estas aplicaciones pueden usar Plotline en tu nombre.',
  'connections.none': 'No hay aplicaciones conectadas.',
  'connections.ended': 'La aplicación se ha desconectado.',
  'connections.narrowed': 'La aplicación tiene ahora menos permisos.',
  'connections.at': 'En {host}. Conectada desde el {since}, usada por última vez el {used}.',
  'connections.onlyIn': 'Solo en {teams}.',
  'connections.withheld': 'No se le muestra lo que han escrito los visitantes de los portales.',
  'connections.less': 'Permitir menos',
  'connections.lessOne': 'Permitir menos a {name}',
  'connections.readsOnly': 'Solo puede ver, sin cambiar nada',
  'connections.teamsHint':
    'Deja de llegar a los equipos que desmarques. Para permitir más, conéctala de nuevo.',
  'connections.disconnect': 'Desconectar',
  'connections.disconnectOne': 'Desconectar {name}',
};
