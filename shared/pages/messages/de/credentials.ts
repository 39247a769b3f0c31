import type { PageMessages } from '../page-messages.ts';
import type { credentials as english } from '../en/credentials.ts';

export const credentials: Pick<PageMessages, keyof typeof english> = {
  'tokens.revoked': '{name} ist widerrufen.',
  'tokens.notCreated': 'Es wurde kein Token erstellt: {problem}',
  'tokens.about':
    'Ein Programm mit einem Token handelt in diesem Workspace für Sie. Es kann nie mehr tun als Sie selbst.',
  'tokens.none': 'Sie haben keine Tokens.',
  'tokens.older': 'Ältere Tokens',
  'tokens.new': 'Neues Token',
  'tokens.adminsOnly': 'In diesem Workspace dürfen nur Admins Tokens erstellen.',
  'tokens.made': 'Ihr neues Token',
  'tokens.validUntil': '{name}, gültig bis {date}.',
  'tokens.lost':
    'Es wurde angezeigt, als dieses Formular zum ersten Mal gesendet wurde. Wenn Sie es nicht gespeichert haben, widerrufen Sie es und erstellen Sie ein neues.',
  'tokens.save':
    'Speichern Sie es jetzt: Es wird nur einmal angezeigt, und wir speichern nur seinen Hashwert.',
  'tokens.allScopes': 'Liest und ändert alles',
  'tokens.readScopes': 'Liest alles',
  'tokens.onlyIn': '{scopes}; nur in {teams}',
  'tokens.revoke': 'Widerrufen…',
  'tokens.revokeOne': '{name} widerrufen…',
  'tokens.revokeText':
    'Programme, die {name} verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
  'tokens.revokeButton': '{name} widerrufen',
  'tokens.revokedOn': 'Widerrufen am {date}.',
  'tokens.expires': 'Erstellt am {created}, läuft am {ends} ab.',
  'tokens.expired': 'Erstellt am {created}, abgelaufen am {ends}.',
  'tokens.purpose': 'Wofür ist es?',
  'tokens.access': 'Was darf es?',
  'tokens.readAll': 'Alles lesen, was Sie lesen können',
  'tokens.doAll': 'Alles tun, was Sie tun können',
  'tokens.readChosen': 'Nur die Berechtigungen, die Sie auswählen',
  'tokens.scopes': 'Berechtigungen',
  'tokens.scopesHint': 'Schreiben schließt Lesen nicht ein. Die meisten Programme brauchen beides.',
  'tokens.teams': 'Teams',
  'tokens.teamsHint':
    'Ohne Auswahl gilt es für alle Ihre Teams, auch für solche, denen Sie später beitreten.',
  'tokens.days': 'Wie lange soll es gelten?',
  'tokens.lifetime': { one: '{count} Tag', other: '{count} Tage' },
  'tokens.create': 'Token erstellen',
  'tokens.undecided':
    'Sie haben Berechtigungen angekreuzt, aber oben etwas anderes gewählt. Entscheiden Sie sich für eines von beiden.',
  'tokens.tickScopes': 'Kreuzen Sie mindestens eine Berechtigung an.',
  'tokens.try': 'In einer Shell ausprobieren',
  'tokens.firstCalls': 'Die ersten Aufrufe (auf Englisch)',
  'tokens.copyToken': 'Token kopieren',
  'tokens.copyCommands': 'Befehle kopieren',
  'tokens.copied': 'Kopiert',
  'tokens.tryNow': 'Jetzt ausprobieren',
  'tokens.backTo': 'Zurück zu „{title}“',
  'tokens.whichWorkspace': 'Für welchen Workspace?',
  'password.title': 'Ihr Passwort',
  'password.forgot':
    'Vergessen? Melden Sie sich ab und mit einem Code per E-Mail wieder an; kommen Sie dann innerhalb von 15 Minuten hierher zurück.',
  'password.first':
    'Um eines festzulegen, melden Sie sich ab und mit einem Code per E-Mail wieder an; kommen Sie dann innerhalb von 15 Minuten hierher zurück.',
  'password.set': 'Passwort festlegen',
  'password.new': 'Neues Passwort',
  'password.hint': 'Mindestens 12 Zeichen. Mehrere Wörter sind leicht zu merken.',
  'password.repeat': 'Passwort wiederholen',
  'password.differ': 'Die Passwörter stimmen nicht überein.',
  'password.tooShort': 'Verwenden Sie mindestens 12 Zeichen; mehrere Wörter sind leicht zu merken.',
  'password.tooLong': 'Verwenden Sie höchstens 256 Zeichen.',
  'password.tooPlain': 'Verwenden Sie mehr verschiedene Zeichen.',
  'password.isAddress': 'Wählen Sie ein Passwort, das sich von Ihrer E-Mail-Adresse unterscheidet.',
  'invitation.title': 'Passwort festlegen',
  'invitation.text': 'Sie sind als {email} zu {workspace} eingeladen.',
  'invitation.set': 'Passwort festlegen und anmelden',
  'passwordMail.title': 'Ihr Passwort wurde geändert',
  'passwordMail.text':
    'Es wurde auf Ihrer Kontoseite festgelegt, und alle anderen Browser wurden abgemeldet.',
  'passwordMail.notYou':
    'Wenn Sie das nicht waren, melden Sie sich mit einem Code per E-Mail an und legen Sie ein anderes fest.',
  'passwordMail.footer': 'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft.',
};
