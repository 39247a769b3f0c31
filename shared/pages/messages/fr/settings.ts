import type { PageMessages } from '../page-messages.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Pick<PageMessages, keyof typeof english> = {
  'mailNews.title': 'Préférences d’e-mail',
  'mailNews.invited': 'Vous êtes invité dans {workspace}. {link}',
  'mailNews.answer': 'Accepter ou refuser',
  'mailNews.stop': 'Se désabonner',
  'mailNews.signIn': 'Connectez-vous pour choisir ce que vous recevez',
  'mailNews.each': 'Un e-mail pour chaque nouveauté',
  'mailNews.daily': 'Un e-mail par jour',
  'mailNews.off': 'Aucun e-mail',
  'mailNews.saved': 'Enregistré : {mode}.',
  'mailNews.savedUpdates': 'Enregistré : seulement les nouveautés.',
  'mailNews.endedUpdates':
    'Vous ne recevrez plus d’e-mails sur les nouveautés de ce portail. Les autres e-mails continuent.',
  'mailNews.endedKind': 'Vous ne recevrez plus d’e-mails de ce type. Les autres e-mails continuent.',
  'mailNews.updates': 'Recevoir toutes les nouveautés du portail par e-mail',
  'mailNews.workspace':
    'Mentions, attributions, stories que vous suivez et, si vous les avez choisies, idées des visiteurs dans {workspace}',
  'mailNews.portal': 'Nouvelles de ce que vous suivez sur {portal}',
  'mailNews.thisPortal': 'ce portail',
  'mailNews.save': 'Enregistrer',
  'address.title': 'Votre adresse',
  'address.now': 'Elle est {email}.',
  'address.new': 'Nouvelle adresse e-mail',
  'address.hint':
    'Nous lui envoyons un code et prévenons votre adresse actuelle. Les espaces de travail dont vous êtes membre voient la nouvelle.',
  'address.sent':
    'Nous avons envoyé un code à {email}. Il est valable dix minutes, dans ce navigateur. Votre adresse change dès que vous l’avez saisi.',
  'address.change': 'Modifier mon adresse',
  'address.again': 'Rien reçu ? Regardez dans le dossier des indésirables, ou {link}.',
  'address.restart': 'recommencez',
  'address.own': 'C’est déjà votre adresse.',
  'address.wrongPassword': 'Le mot de passe actuel est incorrect.',
  'address.backTitle': 'Récupérer votre compte',
  'address.backText':
    'Votre compte reprend l’adresse {email}. Tout le monde est déconnecté, les applications perdent leur accès et le mot de passe ne fonctionne plus.',
  'address.undo': 'Annuler la modification',
  'address.backDone': 'Votre compte est de retour',
  'addressMail.codeSubject': '{code} est votre code pour une nouvelle adresse',
  'addressMail.codeTitle': 'Votre code pour une nouvelle adresse',
  'addressMail.codeText':
    'Un compte Plotline a demandé à utiliser cette adresse. Si c’était vous, saisissez le code dans la fenêtre du navigateur où vous l’avez demandé. Il est valable dix minutes.',
  'addressMail.codeIgnore':
    'Si ce n’était pas vous, ignorez cet e-mail : rien ne change sans le code. Ne communiquez pas le code.',
  'addressMail.title': 'L’adresse de votre compte a été modifiée',
  'addressMail.text':
    'Connectez-vous désormais avec la nouvelle adresse. Celle-ci n’ouvre plus votre compte.',
  'addressMail.notYou':
    'Si ce n’était pas vous, annulez-le dans les sept jours : vous retrouvez votre compte avec cette adresse, et tous les autres sont déconnectés. Ne vous connectez pas avant avec cette adresse, car cela créerait un nouveau compte.',
  'addressMail.undo': 'Ce n’était pas moi',
  'address.backDoneText':
    '{link} avec un code reçu par e-mail, puis définissez-y un nouveau mot de passe si vous en aviez un.',
};
