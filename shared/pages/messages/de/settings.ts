import type { PageMessages } from '../page-messages.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Pick<PageMessages, keyof typeof english> = {
  'mailNews.title': 'E-Mail-Einstellungen',
  'mailNews.invited': 'Sie sind zu {workspace} eingeladen. {link}',
  'mailNews.answer': 'Annehmen oder ablehnen',
  'mailNews.stop': 'Abbestellen',
  'mailNews.signIn': 'Melden Sie sich an, um auszuwählen, was Sie bekommen',
  'mailNews.each': 'Eine E-Mail zu jeder Neuigkeit',
  'mailNews.daily': 'Eine E-Mail am Tag',
  'mailNews.off': 'Keine E-Mails',
  'mailNews.saved': 'Gespeichert: {mode}.',
  'mailNews.savedUpdates': 'Gespeichert: nur Neuigkeiten des Portals.',
  'mailNews.endedUpdates':
    'Sie bekommen keine E-Mails über Neuigkeiten dieses Portals mehr. Andere E-Mails kommen weiterhin.',
  'mailNews.endedKind': 'Sie bekommen keine E-Mails dieser Art mehr. Andere E-Mails kommen weiterhin.',
  'mailNews.updates': 'Alle Neuigkeiten des Portals per E-Mail',
  'mailNews.workspace':
    'Erwähnungen, Zuweisungen, die Storys, die Sie beobachten, und, wenn Sie sie gewählt haben, Ideen von Besuchern in {workspace}',
  'mailNews.portal': 'Neues zu dem, was Sie auf {portal} verfolgen',
  'mailNews.thisPortal': 'diesem Portal',
  'mailNews.save': 'Speichern',
  'address.title': 'Ihre Adresse',
  'address.now': 'Sie lautet {email}.',
  'address.new': 'Neue E-Mail-Adresse',
  'address.hint':
    'Wir senden ihr einen Code und benachrichtigen Ihre jetzige Adresse. Workspaces, denen Sie angehören, sehen die neue.',
  'address.sent':
    'Wir haben einen Code an {email} gesendet. Er gilt zehn Minuten, in diesem Browser. Ihre Adresse ändert sich, sobald Sie ihn eingegeben haben.',
  'address.change': 'Meine Adresse ändern',
  'address.again': 'Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder {link}.',
  'address.restart': 'beginnen Sie von vorn',
  'address.own': 'Das ist bereits Ihre Adresse.',
  'address.wrongPassword': 'Das aktuelle Passwort ist falsch.',
  'address.backTitle': 'Ihr Konto zurückholen',
  'address.backText':
    'Ihr Konto bekommt wieder die Adresse {email}. Alle werden abgemeldet, Anwendungen verlieren ihren Zugriff, und das Passwort gilt nicht mehr.',
  'address.undo': 'Änderung rückgängig machen',
  'address.backDone': 'Ihr Konto gehört wieder Ihnen',
  'addressMail.codeSubject': '{code} ist Ihr Code für eine neue Adresse',
  'addressMail.codeTitle': 'Ihr Code für eine neue Adresse',
  'addressMail.codeText':
    'Ein Plotline-Konto möchte diese Adresse verwenden. Wenn Sie das waren, geben Sie den Code in dem Browserfenster ein, in dem Sie ihn angefordert haben. Er gilt zehn Minuten lang.',
  'addressMail.codeIgnore':
    'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Ohne den Code ändert sich nichts. Geben Sie den Code nicht weiter.',
  'addressMail.title': 'Die Adresse Ihres Kontos wurde geändert',
  'addressMail.text': 'Melden Sie sich ab jetzt mit der neuen Adresse an. Diese öffnet Ihr Konto nicht mehr.',
  'addressMail.notYou':
    'Wenn Sie es nicht waren, machen Sie es innerhalb von sieben Tagen rückgängig: Sie erhalten Ihr Konto mit dieser Adresse zurück, und alle anderen werden abgemeldet. Melden Sie sich vorher nicht mit dieser Adresse an, denn damit entstünde ein neues Konto.',
  'addressMail.undo': 'Das war ich nicht',
  'address.backDoneText':
    '{link}, mit einem Code per E-Mail, und setzen Sie dort ein neues Passwort, wenn Sie eines hatten.',
};
