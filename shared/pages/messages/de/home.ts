import type { PageMessages } from '../page-messages.ts';
import type { home as english } from '../en/home.ts';

export const home: Pick<PageMessages, keyof typeof english> = {
  'home.title': 'Arbeit planen und wissen, wann sie fertig ist',
  'home.lead':
    'Storys, Sprints und Ziele für Ihre Teams, mit einer Prognose für jeden Termin. Programme nutzen eine REST-API, Assistenten verbinden sich über MCP, und Kunden stimmen in einem Feedback-Portal ab.',
  'home.begin': 'Loslegen',
  'home.demoPortal': 'Demo-Portal ausprobieren',
  'home.demoBoard': 'Demo-Board ansehen',
  'home.boardAlt': 'Das Board eines Teams: zwei Storys zu erledigen, eine in Arbeit und zwei erledigt.',
  'home.boardText': 'Ihr Team: ein Board mit seinen Storys und eine Seite für jede.',
  'home.portalAlt': 'Ein Feedback-Portal: drei Ideen mit Stimmen und Status.',
  'home.portalText':
    'Ihre Kunden: ein Portal für Ideen und Stimmen und Neuigkeiten über das, was fertig ist.',
  'home.forecastText':
    'Plotline prognostiziert, wann jeder Sprint und jedes Ziel fertig ist, nach dem bisherigen Tempo des Teams.',
  'home.day': 'Tag {number}',
  'home.docs': 'API-Dokumentation',
  'home.docsText':
    'Jede Operation mit einem fertigen Beispiel und Anleitungen zu Tokens, Fehlern, Listen und Wiederholungen; auf Englisch.',
  'home.client': 'Client und Kommandozeile',
  'home.clientText':
    'Ein typisierter Client für Node und Browser und ein Befehl, der importiert, exportiert und Kopien aktuell hält.',
  'home.portals': 'Feedback-Portale',
  'home.portalsText':
    'Eine öffentliche Seite, auf der Kunden über Ideen abstimmen und lesen, was fertig ist; auf Wunsch unter eigener Adresse.',
  'home.webhooks': 'Webhooks',
  'home.webhooksText': 'Signierte Ereignisse, sobald etwas erstellt, geändert oder gelöscht wird.',
  'home.assistants': 'KI-Assistenten',
  'home.assistantsText':
    'Verbinden Sie einen Assistenten über MCP. Er handelt in Ihrem Namen, mit Ihren Rechten.',
  'home.moving': 'Umziehen',
  'home.movingText':
    'Bringen Sie Storys und ihre Geschichte aus Linear, Jira, GitHub oder einer CSV-Datei mit, und nehmen Sie alles wieder mit.',
  'home.workspace': 'Workspace erhalten',
  'home.workspaceText':
    'In den Workspace Ihrer Kollegen kann Sie jeder Administrator per E-Mail einladen. Einen neuen legt an, wer diesen Dienst betreibt, mit Ihnen als erstem Administrator.',
  'home.operatorBlock': 'Wenn Sie diesen Dienst betreiben',
  'home.signIn': 'Anmelden',
  'home.signInText':
    'Ein Code per E-Mail genügt, ohne Passwort und Formular. Ihre Boards, Einladungen und Tokens finden Sie unter {link}.',
  'home.connect': 'Verbinden, womit Sie arbeiten',
  'home.connectText':
    'Erstellen Sie ein Token unter {link}, oder verbinden Sie einen Assistenten ohne Token. {first} dauern eine Minute.',
  'home.firstCalls': 'Die ersten Aufrufe',
  'home.inShell': 'In der Shell: wer Sie sind, und Ihr Workspace',
  'home.inProgram': 'In einem Programm, nach {command}',
  'home.inAssistant': 'In einem Assistenten, hier Claude Code',
  'home.contents': 'Was Plotline verwaltet',
  'home.stories': 'Storys',
  'home.storiesText':
    'Einheiten der Arbeit. Jede gehört einem Team und hat einen Status und auf Wunsch eine zuständige Person, eine Schätzung und Termine.',
  'home.sprints': 'Sprints',
  'home.sprintsText':
    'Zeiträume für die Arbeit eines Teams, mit Zahlen und einem Burn-down, die jeder Änderung folgen.',
  'home.objectives': 'Ziele und Schlüsselergebnisse',
  'home.objectivesText':
    'Was ein Team erreichen will und woran Sie es messen, mit einer Prognose, wann es fertig ist.',
  'home.teams': 'Teams und Mitglieder',
  'home.teamsText': 'Wer woran arbeitet und wer es sehen kann. Jeder sieht nur die Teams, denen er angehört.',
  'home.copy': 'Kopieren',
  'home.copied': 'Kopiert',
  'home.sampleRecover': 'Konto wiederherstellen',
  'home.sampleSearch': 'Nach Nummer suchen',
  'home.samplePasskey': 'Anmelden mit Passkey',
  'home.sampleStatus': 'Eine Statusseite',
  'home.sampleLinks': 'Kürzere Links',
  'home.sampleShare': 'Eine Notiz mit Außenstehenden teilen',
  'home.sampleCalendars': 'Abgleich mit Kalendern',
};
