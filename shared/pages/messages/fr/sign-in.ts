import type { PageMessages } from '../page-messages.ts';
import type { signIn as english } from '../en/sign-in.ts';

export const signIn: Pick<PageMessages, keyof typeof english> = {
  'signIn.title': 'Se connecter',
  'signIn.address': 'Adresse e-mail',
  'signIn.codeHint': 'Aucun compte nécessaire. Nous vous envoyons un code par e-mail.',
  'signIn.sendCode': 'Envoyer un code',
  'signIn.usePassword': 'Utiliser un mot de passe',
  'signIn.password': 'Mot de passe',
  'signIn.forgot': 'Mot de passe oublié ? Connectez-vous avec un code, puis {link}.',
  'signIn.forgotLink': 'choisissez-en un nouveau',
  'signIn.noPassword':
    'Oublié, ou pas encore défini ? L’exploitant de ce service peut vous envoyer un lien pour le définir.',
  'signIn.forVote': 'Connectez-vous pour voter pour {idea}. Votre vote sera ajouté aussitôt.',
  'signIn.with': 'Continuer avec {name}',
  'signIn.newTabText': 'Connectez-vous dans un nouvel onglet pour voter ou publier.',
  'signIn.newTab': 'Continuer dans un nouvel onglet',
  'signIn.leaving': 'Continuez vers {provider}. Ce que vous avez écrit est conservé.',
  'signIn.done': 'Connexion réussie',
  'signIn.doneText': 'Continuez pour connecter votre application.',
  'signIn.back': 'Retour',
  'signIn.wrongAddress': 'Saisissez une adresse e-mail valide.',
  'signIn.wrongPassword': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'code.title': 'Saisissez votre code',
  'code.sent': 'Nous avons envoyé un code à {email}. Il est valable 10 minutes dans ce navigateur.',
  'code.code': 'Code',
  'code.continue': 'Continuer',
  'code.again': 'Rien reçu ? Vérifiez vos courriers indésirables ou {button}.',
  'code.resend': 'renvoyez le code',
  'code.otherAddress': 'Utiliser une autre adresse',
  'code.digits': 'Saisissez les chiffres du code.',
  'code.wrong': {
    one: 'Ce code est incorrect. Il reste {count} essai.',
    many: 'Ce code est incorrect. Il reste {count} d’essais.',
    other: 'Ce code est incorrect. Il reste {count} essais.',
  },
};
