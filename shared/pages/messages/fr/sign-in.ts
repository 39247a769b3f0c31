import type { PageMessages } from '../page-messages.ts';
import type { signIn as english } from '../en/sign-in.ts';

export const signIn: Pick<PageMessages, keyof typeof english> = {
  'signIn.title': 'Se connecter',
  'signIn.address': 'Adresse e-mail',
  'signIn.codeHint': 'Aucun compte nécessaire. Nous vous envoyons un code par e-mail.',
  'signIn.codeOnlyHint': 'Nous vous envoyons un code par e-mail.',
  'signIn.sendCode': 'Envoyer un code',
  'signIn.usePassword': 'Utiliser un mot de passe',
  'signIn.useCode': 'M’envoyer plutôt un code',
  'signIn.password': 'Mot de passe',
  'signIn.forgot': 'Mot de passe oublié ? Connectez-vous avec un code, puis {link}.',
  'signIn.forgotLink': 'choisissez-en un nouveau',
  'signIn.noPassword':
    'Oublié, ou pas encore défini ? L’exploitant de ce service peut vous envoyer un lien pour le définir.',
  'signIn.forVote': 'Connectez-vous pour voter pour {idea}. Votre vote sera ajouté aussitôt.',
  'signIn.forFollow':
    'Connectez-vous pour suivre {idea}. Vous recevrez un e-mail quand il y aura du nouveau.',
  'signIn.forComment': 'Connectez-vous pour commenter {idea}.',
  'signIn.forIdea': 'Connectez-vous pour proposer une idée à {portal}.',
  'signIn.forPortal': 'Connectez-vous pour voter, commenter et proposer des idées sur {portal}.',
  'signIn.forManage':
    'Connectez-vous pour gérer {portal}, avec l’adresse que votre espace de travail connaît.',
  'signIn.forMembers':
    'Cette page est réservée aux membres. Connectez-vous avec l’adresse que votre espace de travail connaît.',
  'signIn.forKept': 'Connectez-vous pour continuer. Ce que vous avez écrit est conservé.',
  'signIn.forApplication':
    'Connectez-vous pour relier une application à Plotline. Vous déciderez ensuite de ses droits.',
  'signIn.forAccount': 'Connectez-vous pour voir votre compte.',
  'signIn.forInvitation': 'Connectez-vous pour répondre à l’invitation.',
  'signIn.forToken': 'Connectez-vous pour créer un jeton.',
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
  'code.resent': 'Nous avons envoyé un nouveau code. Seul le plus récent fonctionne.',
  'code.confirm': 'Confirmer que c’est vous',
  'code.confirmText': 'Avant ce changement, nous envoyons un code à {email}. Vous reviendrez ici ensuite.',
  'code.otherAddress': 'Utiliser une autre adresse',
  'code.digits': 'Saisissez les chiffres du code.',
  'code.wrong': {
    one: 'Ce code est incorrect. Il reste {count} essai.',
    many: 'Ce code est incorrect. Il reste {count} d’essais.',
    other: 'Ce code est incorrect. Il reste {count} essais.',
  },
};
