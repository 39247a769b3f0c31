import type { PageMessages } from '../page-messages.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: Pick<PageMessages, keyof typeof english> = {
  'problem.changed':
    'Jemand anderes hat dies inzwischen geändert. Prüfen Sie die Werte unten und senden Sie sie noch einmal.',
  'problem.reused':
    'Dieses Formular wurde schon einmal mit anderen Werten gesendet. Prüfen Sie, ob sie gespeichert sind, und senden Sie es dann noch einmal.',
  'problem.cursor': 'Diese Liste hat sich geändert. Beginnen Sie wieder auf der ersten Seite.',
  'problem.role': 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Admin Ihres Workspaces.',
  'problem.quota': 'Mehr davon sind in Ihrem Workspace nicht möglich.',
  'problem.review':
    'Diese Story muss eine andere Person des Teams abschließen, die nicht daran gearbeitet hat.',
  'problem.gone': 'Es ist nicht mehr vorhanden, oder Sie können es nicht sehen.',
  'problem.refused':
    'So wurde es nicht angenommen. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  'problem.missing': '{field}: Bitte ausfüllen.',
  'problem.past': '{field}: muss in der Zukunft liegen.',
  'problem.boardInUse':
    '{boards} enthält Ideen. Verschieben Sie sie zuerst in ein anderes Thema, oder löschen Sie sie.',
  'problem.voted': 'Dieser Kunde hat für die Idee schon gestimmt.',
  'problem.format': '{field}: Die Schreibweise stimmt nicht.',
  'problem.tooShort': '{field}: Das ist zu kurz.',
  'problem.tooLong': '{field}: Das ist zu lang.',
  'problem.repeated': '{field}: Etwas ist doppelt angegeben.',
  'problem.unknown': '{field}: Das gibt es hier nicht.',
  'problem.invalid': '{field}: Die Angabe ist ungültig.',
  'problem.notTime': 'Geben Sie ein Datum und eine Uhrzeit an.',
  'problem.notIdea':
    'Keine andere Idee hat diese Wörter im Titel. Versuchen Sie andere, oder fügen Sie ihre Adresse ein.',
  'problem.notLinked': 'In der Liste der Ideen steht {idea}; das ist keine Idee dieses Portals.',
  'problem.notSite':
    '„{site}“ ist keine Adresse einer Website. Geben Sie eine wie https://www.example.com ein, ohne Pfad.',
  'problem.manyLinked': 'Die Liste der Ideen hat mehr als {count} Ideen.',
  'field.title': 'Titel',
  'field.name': 'Name',
  'field.slug': 'Adresse',
  'field.description': 'Beschreibung',
  'field.content': 'Text',
  'field.tags': 'Öffentliche Tags',
  'field.internalTags': 'Interne Tags',
  'field.roadmapSummary': 'Notiz für die Roadmap',
  'field.email': 'E-Mail-Adresse',
  'field.boardId': 'Thema',
  'field.intoItemId': 'Idee zum Zusammenführen',
  'field.storyIds': 'Story',
  'field.reference': 'Story',
  'field.summary': 'Zusammenfassung',
  'field.body': 'Text',
  'field.color': 'Farbe',
  'field.boards': 'Themen',
  'field.linkedItemIds': 'Liste der Ideen',
  'field.websiteUrl': 'Ihre Website',
  'field.privacyUrl': 'Datenschutzerklärung',
  'field.imprintUrl': 'Impressum',
  'field.scheduledFor': 'Zeit',
  'field.embedOrigins': 'Websites',
  'field.scopes': 'Berechtigungen',
  'field.expiresAt': 'Gültigkeit',
  'field.teamRestriction': 'Teams',
  'field.filter': 'Die Suche',
  'field.other': 'Ein Feld',
};
