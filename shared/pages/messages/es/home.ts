import type { PageMessages } from '../page-messages.ts';
import type { home as english } from '../en/home.ts';

export const home: Pick<PageMessages, keyof typeof english> = {
  'home.title': 'Planifica tu trabajo y sabrás cuándo estará listo',
  'home.lead':
    'Historias, sprints y objetivos para tus equipos, con un pronóstico de cada fecha. Los programas usan una API REST, los asistentes se conectan por MCP y los clientes votan en un portal de sugerencias.',
  'home.begin': 'Empezar',
  'home.demoPortal': 'Probar el portal de demostración',
  'home.demoBoard': 'Ver el tablero de demostración',
  'home.boardAlt': 'El tablero de un equipo: dos historias por hacer, una en curso y dos terminadas.',
  'home.boardText': 'Tu equipo: un tablero con sus historias y una página para cada una.',
  'home.portalAlt': 'Un portal de sugerencias: tres ideas con sus votos y su estado.',
  'home.portalText': 'Tus clientes: un portal para ideas y votos, y noticias de lo que se ha publicado.',
  'home.forecastText':
    'Plotline pronostica cuándo estarán listos cada sprint y cada objetivo, según el ritmo del equipo hasta ahora.',
  'home.day': 'día {number}',
  'home.docs': 'Documentación de la API',
  'home.docsText':
    'Cada operación con un ejemplo listo para ejecutar y guías sobre tokens, errores, listas y reintentos; en inglés.',
  'home.client': 'Cliente y línea de comandos',
  'home.clientText':
    'Un cliente con tipos para Node y navegadores, y un comando que importa, exporta y mantiene copias.',
  'home.portals': 'Portales de sugerencias',
  'home.portalsText':
    'Una página pública donde los clientes votan ideas y leen lo publicado; si quieres, con tu propia dirección.',
  'home.webhooks': 'Webhooks',
  'home.webhooksText': 'Eventos firmados cada vez que algo se crea, cambia o elimina.',
  'home.assistants': 'Asistentes de IA',
  'home.assistantsText': 'Conecta un asistente por MCP. Actúa en tu nombre, con tus permisos.',
  'home.moving': 'Mudanza',
  'home.movingText':
    'Trae historias y su historial de Linear, Jira, GitHub o un archivo CSV, y llévatelo todo cuando quieras.',
  'home.workspace': 'Obtener un espacio de trabajo',
  'home.workspaceText':
    'Cualquier administrador del espacio de tus compañeros puede invitarte por correo. Un espacio nuevo lo crea quien opera este servicio, contigo como primer administrador.',
  'home.operatorBlock': 'Si operas este servicio',
  'home.signIn': 'Iniciar sesión',
  'home.signInText':
    'Basta un código por correo, sin contraseña ni formulario. Tus tableros, invitaciones y tokens están en {link}.',
  'home.connect': 'Conecta lo que usas',
  'home.connectText': 'Crea un token en {link} o conecta un asistente sin token. {first} llevan un minuto.',
  'home.firstCalls': 'Las primeras llamadas',
  'home.inShell': 'En una terminal: quién eres y tu espacio de trabajo',
  'home.inProgram': 'En un programa, tras {command}',
  'home.inAssistant': 'En un asistente, aquí Claude Code',
  'home.contents': 'Lo que gestiona',
  'home.stories': 'Historias',
  'home.storiesText':
    'Unidades de trabajo. Cada una es de un equipo y tiene un estado y, si se quiere, responsable, estimación y fechas.',
  'home.sprints': 'Sprints',
  'home.sprintsText':
    'Periodos para el trabajo de un equipo, con cifras y un burn-down que siguen cada cambio.',
  'home.objectives': 'Objetivos y resultados clave',
  'home.objectivesText':
    'Lo que un equipo quiere lograr y cómo se mide, con un pronóstico de cuándo estará listo.',
  'home.teams': 'Equipos y miembros',
  'home.teamsText':
    'Quién trabaja en qué y quién puede verlo. Cada persona ve solo los equipos a los que pertenece.',
  'home.copy': 'Copiar',
  'home.copied': 'Copiado',
  'home.sampleRecover': 'Recuperar una cuenta',
  'home.sampleSearch': 'Buscar por referencia',
  'home.samplePasskey': 'Entrar con passkey',
  'home.sampleStatus': 'Una página de estado',
  'home.sampleLinks': 'Enlaces más cortos',
  'home.sampleShare': 'Compartir una nota con alguien de fuera',
  'home.sampleCalendars': 'Sincronizar con calendarios',
};
