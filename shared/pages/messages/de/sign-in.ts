import type { PageMessages } from '../page-messages.ts';
import type { signIn as english } from '../en/sign-in.ts';

export const signIn: Pick<PageMessages, keyof typeof english> = {
  'signIn.title': 'Anmelden',
  'signIn.address': 'E-Mail-Adresse',
  'signIn.codeHint': 'Ein Konto ist nicht nötig. Wir senden Ihnen einen Code per E-Mail.',
  'signIn.codeOnlyHint': 'Wir senden Ihnen einen Code per E-Mail.',
  'signIn.sendCode': 'Code senden',
  'signIn.usePassword': 'Stattdessen mit Passwort anmelden',
  'signIn.useCode': 'Stattdessen einen Code senden',
  'signIn.password': 'Passwort',
  'signIn.forgot': 'Passwort vergessen? Melden Sie sich mit einem Code an und {link}.',
  'signIn.forgotLink': 'wählen Sie ein neues',
  'signIn.noPassword':
    'Vergessen oder noch keines? Der Betreiber dieses Dienstes kann Ihnen einen Link zum Festlegen senden.',
  'signIn.forVote': 'Melden Sie sich an, um für {idea} zu stimmen. Ihre Stimme wird gleich gezählt.',
  'signIn.forFollow':
    'Melden Sie sich an, um {idea} zu folgen. Sie erhalten eine E-Mail, wenn es Neues gibt.',
  'signIn.forUpdates': 'Melden Sie sich an, um die Neuigkeiten von {portal} per E-Mail zu erhalten.',
  'signIn.forComment': 'Melden Sie sich an, um {idea} zu kommentieren.',
  'signIn.forIdea': 'Melden Sie sich an, um {portal} eine Idee vorzuschlagen.',
  'signIn.forPortal':
    'Melden Sie sich an, um bei {portal} abzustimmen, zu kommentieren und Ideen vorzuschlagen.',
  'signIn.forManage':
    'Melden Sie sich an, um {portal} zu verwalten, mit der Adresse, die Ihr Workspace kennt.',
  'signIn.forMembers':
    'Diese Seite ist für Mitglieder. Melden Sie sich mit der Adresse an, die Ihr Workspace kennt.',
  'signIn.forKept': 'Melden Sie sich an, um fortzufahren. Was Sie geschrieben haben, bleibt erhalten.',
  'signIn.forApplication':
    'Melden Sie sich an, um eine Anwendung mit Plotline zu verbinden. Danach entscheiden Sie, was sie darf.',
  'signIn.forAccount': 'Melden Sie sich an, um Ihr Konto zu sehen.',
  'signIn.forInvitation': 'Melden Sie sich an, um auf die Einladung zu antworten.',
  'signIn.forToken': 'Melden Sie sich an, um ein Token zu erstellen.',
  'signIn.with': 'Weiter mit {name}',
  'signIn.newTabText': 'Melden Sie sich in einem neuen Tab an, um abzustimmen oder zu schreiben.',
  'signIn.newTab': 'In neuem Tab fortfahren',
  'signIn.leaving': 'Weiter zu {provider}. Was Sie geschrieben haben, bleibt erhalten.',
  'signIn.done': 'Angemeldet',
  'signIn.doneText': 'Fahren Sie fort, um Ihre Anwendung zu verbinden.',
  'signIn.back': 'Zurück',
  'signIn.wrongAddress': 'Geben Sie eine gültige E-Mail-Adresse ein.',
  'signIn.wrongPassword': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'code.title': 'Code eingeben',
  'code.sent': 'Wir haben einen Code an {email} gesendet. Er gilt in diesem Browser 10 Minuten lang.',
  'code.code': 'Code',
  'code.continue': 'Weiter',
  'code.again': 'Nicht angekommen? Sehen Sie im Spam-Ordner nach oder {button}.',
  'code.resend': 'senden Sie den Code noch einmal',
  'code.resent': 'Wir haben einen neuen Code gesendet. Nur der neueste gilt.',
  'code.sendNew': 'Neuen Code senden',
  'code.spentText': 'Wir können einen neuen Code an {email} senden.',
  'code.confirm': 'Bestätigen, dass Sie es sind',
  'code.confirmText': 'Vor dieser Änderung senden wir einen Code an {email}. Danach sind Sie wieder hier.',
  'code.otherAddress': 'Andere Adresse verwenden',
  'code.digits': 'Geben Sie die Ziffern des Codes ein.',
  'code.wrong': {
    one: 'Dieser Code stimmt nicht. Noch {count} Versuch.',
    other: 'Dieser Code stimmt nicht. Noch {count} Versuche.',
  },
};
