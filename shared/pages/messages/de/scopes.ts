import type { PageMessages } from '../page-messages.ts';
import type { scopes as english } from '../en/scopes.ts';

export const scopes: Pick<PageMessages, keyof typeof english> = {
  'scope.workspace:read': 'Den Workspace sehen.',
  'scope.workspace:write': 'Den Workspace ändern.',
  'scope.teams:read': 'Teams mit ihren Status und eigenen Feldern auflisten.',
  'scope.teams:write':
    'Teams erstellen, ändern und ihnen beitreten sowie ihre Status und eigenen Felder verwalten.',
  'scope.members:read': 'Mitglieder auflisten.',
  'scope.members:write': 'Mitglieder hinzufügen, ändern und entfernen.',
  'scope.stories:read': 'Storys auflisten und lesen.',
  'scope.stories:write': 'Storys erstellen, ändern, archivieren und löschen.',
  'scope.comments:read': 'Kommentare lesen.',
  'scope.comments:write': 'Kommentare schreiben.',
  'scope.labels:read': 'Labels auflisten.',
  'scope.labels:write': 'Labels erstellen und ändern.',
  'scope.sprints:read': 'Sprints auflisten.',
  'scope.sprints:write': 'Sprints erstellen und ändern.',
  'scope.objectives:read': 'Ziele und Schlüsselergebnisse auflisten.',
  'scope.objectives:write': 'Ziele und Schlüsselergebnisse erstellen und ändern.',
  'scope.schedule:read': 'Arbeitszeiten, Abwesenheiten und Zeitpläne sehen.',
  'scope.schedule:write': 'Arbeitszeiten, Abwesenheiten und belegte Zeiten festlegen.',
  'scope.rules:read': 'Regeln sehen, und was sie getan haben.',
  'scope.rules:write': 'Regeln erstellen, ändern und zurücknehmen.',
  'scope.webhooks:manage': 'Webhook-Endpunkte verwalten.',
  'scope.feedback:read': 'Feedback-Portale lesen.',
  'scope.feedback:write': 'Feedback-Portale erstellen und ändern.',
  'scope.proposals:read': 'Sehen, was andere vorschlagen, und darüber entscheiden.',
  'scope.tokens:manage': 'Tokens und Dienstkonten verwalten.',
  'scope.audit:read': 'Das Audit-Protokoll lesen.',
};
