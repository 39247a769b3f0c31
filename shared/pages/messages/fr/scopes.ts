import type { PageMessages } from '../page-messages.ts';
import type { scopes as english } from '../en/scopes.ts';

export const scopes: Pick<PageMessages, keyof typeof english> = {
  'scope.workspace:read': 'Voir l’espace de travail.',
  'scope.workspace:write': 'Modifier l’espace de travail.',
  'scope.teams:read': 'Lister les équipes, leurs statuts et leurs champs personnalisés.',
  'scope.teams:write':
    'Créer, modifier et rejoindre des équipes, et gérer leurs statuts et champs personnalisés.',
  'scope.members:read': 'Lister les membres.',
  'scope.members:write': 'Ajouter, modifier et retirer des membres.',
  'scope.stories:read': 'Lister et lire les stories.',
  'scope.stories:write': 'Créer, modifier, archiver et supprimer des stories.',
  'scope.comments:read': 'Lire les commentaires.',
  'scope.comments:write': 'Écrire des commentaires.',
  'scope.labels:read': 'Lister les étiquettes.',
  'scope.labels:write': 'Créer et modifier des étiquettes.',
  'scope.sprints:read': 'Lister les sprints.',
  'scope.sprints:write': 'Créer et modifier des sprints.',
  'scope.objectives:read': 'Lister les objectifs et les résultats clés.',
  'scope.objectives:write': 'Créer et modifier des objectifs et des résultats clés.',
  'scope.schedule:read': 'Voir les horaires de travail, les absences et les plannings.',
  'scope.schedule:write': 'Définir les horaires de travail, les absences et les périodes occupées.',
  'scope.rules:read': 'Voir les règles et ce qu’elles ont fait.',
  'scope.rules:write': 'Créer, modifier et annuler des règles.',
  'scope.webhooks:manage': 'Gérer les points de terminaison de webhooks.',
  'scope.feedback:read': 'Lire les portails d’idées.',
  'scope.feedback:write': 'Créer et modifier des portails d’idées.',
  'scope.proposals:read': 'Voir ce que d’autres proposent et en décider.',
  'scope.tokens:manage': 'Gérer les jetons et les comptes de service.',
  'scope.audit:read': 'Lire le journal d’audit.',
};
