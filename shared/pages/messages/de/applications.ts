import type { PageMessages } from '../page-messages.ts';
import type { applications as english } from '../en/applications.ts';

export const applications: Pick<PageMessages, keyof typeof english> = {
  'consent.title': 'Zugriff erlauben',
  'consent.question': 'Darf diese Anwendung Plotline in Ihrem Namen nutzen?',
  'consent.unverified': 'Diesen Namen gibt die Anwendung selbst an; er ist nicht geprüft.',
  'consent.toHost': 'Sie werden zu {host} weitergeleitet.',
  'consent.toDevice': 'Sie werden zu einer Anwendung auf diesem Gerät weitergeleitet, unter {host}.',
  'consent.device':
    'Jedes Programm auf diesem Gerät könnte diese Anfrage unter diesem Namen stellen. Fahren Sie nur fort, wenn Sie die Verbindung selbst begonnen haben.',
  'consent.able': 'Die Anwendung kann dann',
  'consent.ableIn': 'Im Workspace {workspaces} kann die Anwendung dann',
  'consent.ableInSome': 'In den Workspaces {workspaces} kann die Anwendung dann',
  'consent.noWorkspace':
    'Sie gehören noch keinem Workspace an. Die Anwendung sieht nichts, bis Sie einem beitreten.',
  'consent.sees': 'Alles sehen, was Sie sehen können: Storys, Kommentare, Sprints, Ziele und Personen.',
  'consent.changes': 'In Ihrem Namen erstellen, ändern und löschen, was Sie können.',
  'consent.updatesStories': 'In Ihrem Namen Storys ändern, die Sie ändern können.',
  'consent.invited':
    'Sie sind zu {workspaces} eingeladen. Die Anwendung kann einen Workspace nutzen, sobald Sie die Einladung in {link} annehmen.',
  'consent.invitedLink': 'Ihrem Konto',
  'consent.safe':
    'Die Anwendung sieht Ihr Passwort nie. Unter {link} können Sie den Zugriff jederzeit widerrufen.',
  'consent.safeLink': 'Verbundene Anwendungen',
  'consent.someTeams': 'Nur in bestimmten Teams?',
  'consent.teamIn': '{team} in {workspace}',
  'consent.withhold': 'Vorenthalten, was Besucher von Portalen geschrieben haben',
  'consent.withholdHint':
    'Auf einem Portal kann jeder schreiben, und ein solcher Text könnte Anweisungen an einen Assistenten enthalten. Wenn Sie dies ankreuzen, liest die Anwendung nur, was Mitglieder geschrieben haben.',
  'consent.allow': 'Erlauben',
  'consent.deny': 'Ablehnen',
  'consent.readOnly': 'Nur lesen',
  'consent.proposes': 'Vorschlagen, was Sie erstellen, ändern und löschen können: andere nehmen es an.',
  'consent.readAndPropose': 'Lesen und vorschlagen',
  'consent.readAndChange': 'Lesen und ändern',
  'consent.back': 'Zurück zur Anwendung',
  'consent.backText': 'Sie werden zu {host} weitergeleitet. Danach können Sie diese Seite schließen.',
  'refusal.denied': 'Zugriff abgelehnt',
  'refusal.deniedText': 'Die Anwendung hat keinen Zugriff erhalten. Sie können diese Seite schließen.',
  'refusal.failed': 'Die Anwendung lässt sich nicht verbinden',
  'refusal.redirects': 'Sie leitet zu {host} weiter.',
  'refusal.invalid': 'Ihre Anfrage ist ungültig, deshalb hat sie keinen Zugriff erhalten: {reason}',
  'refusal.inform':
    'Wenn Sie {host} kennen, können Sie dorthin zurückgehen und die Anwendung benachrichtigen. Sie gehört nicht zu Plotline.',
  'refusal.go': 'Zu {host}',
  'refusal.again': '{reason} Entfernen Sie die Verbindung in der Anwendung und fügen Sie sie neu hinzu.',
  'refusal.slowDown': 'Sie haben zu viele unbekannte Anwendungen versucht; warten Sie eine Stunde.',
  'connections.about': 'Diese Anwendungen können Plotline in Ihrem Namen nutzen.',
  'connections.none': 'Es sind keine Anwendungen verbunden.',
  'connections.ended': 'Die Anwendung ist getrennt.',
  'connections.narrowed': 'Die Anwendung darf ab jetzt weniger.',
  'connections.at': 'Auf {host}. Verbunden seit dem {since}, zuletzt genutzt am {used}.',
  'connections.onlyIn': 'Nur in {teams}.',
  'connections.withheld': 'Was Besucher von Portalen geschrieben haben, wird ihr vorenthalten.',
  'connections.less': 'Weniger erlauben',
  'connections.lessOne': '{name} weniger erlauben',
  'connections.proposesOnly': 'Sie darf Änderungen nur vorschlagen, die andere annehmen',
  'connections.readsOnly': 'Sie darf nur lesen und nichts ändern',
  'connections.teamsHint':
    'Die Teams, die Sie abwählen, erreicht sie nicht mehr. Um mehr zu erlauben, verbinden Sie sie neu.',
  'connections.disconnect': 'Trennen',
  'connections.disconnectOne': '{name} trennen',
};
