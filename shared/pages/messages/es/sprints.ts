import type { sprints as english } from '../en/sprints.ts';
import type { PageMessages } from '../page-messages.ts';

export const sprints: Pick<PageMessages, keyof typeof english> = {
  'sprint.all': 'Sprints',
  'sprint.running': 'En curso',
  'sprint.coming': 'Próximos',
  'sprint.past': 'Pasados',
  'sprint.none': 'Aún no hay sprints',
  'sprint.noneText':
    'Un sprint es un periodo con las historias que el equipo quiere terminar en él. Tiene un burn-down y una previsión.',
  'sprint.off':
    'Este equipo no trabaja con sprints. Un admin puede activarlos con la API o la línea de comandos.',
  'sprint.older': 'Mostrar sprints anteriores',
  'sprint.new': 'Nuevo sprint',
  'sprint.create': 'Crear sprint',
  'sprint.created': 'El sprint se ha creado.',
  'sprint.deleted': 'El sprint se ha eliminado. Sus historias se conservan.',
  'sprint.name': 'Nombre',
  'sprint.first': 'Primer día',
  'sprint.last': 'Último día',
  'sprint.goal': 'Objetivo',
  'sprint.ofAmount': '{done} de {amount}',
  'sprint.chance':
    '85 % de probabilidad: al menos {done} de {total} historias están hechas antes del {date}.',
  'sprint.edit': 'Editar nombre, fechas y objetivo',
  'sprint.deleteFold': 'Eliminar este sprint…',
  'sprint.deleteText': 'Sus historias se conservan, sin sprint. No se puede deshacer.',
  'sprint.delete': 'Eliminar sprint',
  'sprint.onBoard': 'Mostrar en el tablero',
  'sprint.add': 'Añadir historias',
  'sprint.added': 'Las historias están en el sprint.',
  'sprint.remove': 'Quitar',
  'sprint.removeOne': 'Quitar {reference} del sprint',
  'sprint.removed': 'La historia ya no está en el sprint.',
  'sprint.noneOpen': 'Todas las historias abiertas del equipo están en un sprint.',
  'sprint.noneFound': 'No se ha encontrado ninguna historia abierta sin sprint.',
  'sprint.addHint': 'Historias abiertas sin sprint, primero las de mayor prioridad',
  'sprint.searchMore': 'Hay más. Busque las demás.',
  'sprint.addTicked': 'Añadir al sprint',
  'sprint.noneTicked': 'Marque las historias que quiere añadir.',
  'sprint.order': 'El último día no puede ser anterior al primero.',
};
