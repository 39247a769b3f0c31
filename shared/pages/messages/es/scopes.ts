import type { PageMessages } from '../page-messages.ts';
import type { scopes as english } from '../en/scopes.ts';

export const scopes: Pick<PageMessages, keyof typeof english> = {
  'scope.workspace:read': 'Ver el espacio de trabajo.',
  'scope.workspace:write': 'Modificar el espacio de trabajo.',
  'scope.teams:read': 'Ver los equipos, sus estados y sus campos personalizados.',
  'scope.teams:write':
    'Crear y modificar equipos, unirse a ellos y gestionar sus estados y campos personalizados.',
  'scope.members:read': 'Ver los miembros.',
  'scope.members:write': 'Añadir, modificar y quitar miembros.',
  'scope.stories:read': 'Ver y leer historias.',
  'scope.stories:write': 'Crear, modificar, archivar y eliminar historias.',
  'scope.comments:read': 'Leer comentarios.',
  'scope.comments:write': 'Escribir comentarios.',
  'scope.labels:read': 'Ver las etiquetas.',
  'scope.labels:write': 'Crear y modificar etiquetas.',
  'scope.sprints:read': 'Ver los sprints.',
  'scope.sprints:write': 'Crear y modificar sprints.',
  'scope.objectives:read': 'Ver los objetivos y los resultados clave.',
  'scope.objectives:write': 'Crear y modificar objetivos y resultados clave.',
  'scope.schedule:read': 'Ver los horarios, las ausencias y las planificaciones.',
  'scope.schedule:write': 'Definir los horarios, las ausencias y el tiempo ocupado.',
  'scope.rules:read': 'Ver las reglas y lo que hicieron.',
  'scope.rules:write': 'Crear, cambiar y revertir reglas.',
  'scope.webhooks:manage': 'Gestionar los destinos de webhooks.',
  'scope.feedback:read': 'Leer los portales de ideas.',
  'scope.feedback:write': 'Crear y modificar portales de ideas.',
  'scope.proposals:read': 'Ver lo que otros proponen y decidirlo.',
  'scope.tokens:manage': 'Gestionar tokens y cuentas de servicio.',
  'scope.audit:read': 'Leer el registro de auditoría.',
};
