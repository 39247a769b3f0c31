import type { PageMessages } from '../page-messages.ts';
import type { credentials as english } from '../en/credentials.ts';

export const credentials: Pick<PageMessages, keyof typeof english> = {
  'tokens.revoked': 'Le jeton est révoqué.',
  'tokens.notCreated': 'Aucun jeton n’a été créé : {problem}',
  'tokens.about':
    'Un programme muni d’un jeton agit en votre nom dans cet espace de travail. Il n’a jamais plus de droits que vous et perd ceux que vous perdez.',
  'tokens.none': 'Vous n’avez pas de jeton.',
  'tokens.older': 'Jetons plus anciens',
  'tokens.new': 'Nouveau jeton',
  'tokens.adminsOnly': 'Dans cet espace de travail, seuls les administrateurs peuvent créer des jetons.',
  'tokens.made': 'Votre nouveau jeton',
  'tokens.validUntil': '{name}, valable jusqu’au {date}.',
  'tokens.lost':
    'Il a été affiché lors du premier envoi de ce formulaire. Si vous ne l’avez pas enregistré, révoquez-le et créez-en un autre.',
  'tokens.save':
    'Enregistrez-le maintenant : il n’est affiché qu’une fois, et nous ne conservons que son empreinte.',
  'tokens.allScopes': 'Lit et modifie tout',
  'tokens.readScopes': 'Lit tout',
  'tokens.onlyIn': '{scopes} ; uniquement dans {teams}',
  'tokens.revoke': 'Révoquer',
  'tokens.revokeOne': 'Révoquer {name}',
  'tokens.revokedOn': 'Révoqué le {date}.',
  'tokens.expires': 'Créé le {created}, expire le {ends}.',
  'tokens.expired': 'Créé le {created}, expiré le {ends}.',
  'tokens.purpose': 'À quoi sert-il ?',
  'tokens.access': 'Que peut-il faire ?',
  'tokens.readAll': 'Lire tout ce que vous pouvez lire',
  'tokens.doAll': 'Faire tout ce que vous pouvez faire',
  'tokens.readChosen': 'Seulement les autorisations que vous choisissez',
  'tokens.scopes': 'Autorisations',
  'tokens.scopesHint': 'Écrire ne comprend pas lire. La plupart des programmes ont besoin des deux.',
  'tokens.teams': 'Équipes',
  'tokens.teamsHint':
    'Sans choix, l’accès couvre toutes vos équipes, y compris celles que vous rejoindrez plus tard.',
  'tokens.days': 'Combien de temps est-il valable ?',
  'tokens.lifetime': { one: '{count} jour', many: '{count} de jours', other: '{count} jours' },
  'tokens.create': 'Créer le jeton',
  'tokens.undecided':
    'Vous avez coché des autorisations, mais fait un autre choix ci-dessus. Choisissez l’un des deux.',
  'tokens.tickScopes': 'Cochez au moins une autorisation.',
  'tokens.try': 'À essayer dans un terminal',
  'tokens.firstCalls': 'Les premiers appels (en anglais)',
  'tokens.copyToken': 'Copier le jeton',
  'tokens.copyCommands': 'Copier les commandes',
  'tokens.copied': 'Copié',
  'tokens.tryWith': 'Essayer {operation} avec ce jeton',
  'tokens.whichWorkspace': 'Pour quel espace de travail ?',
  'password.title': 'Votre mot de passe',
  'password.forgot':
    'Oublié ? Déconnectez-vous et reconnectez-vous avec un code par e-mail, puis revenez ici dans les 15 minutes.',
  'password.first':
    'Pour en définir un, déconnectez-vous et reconnectez-vous avec un code par e-mail, puis revenez ici dans les 15 minutes.',
  'password.set': 'Définir le mot de passe',
  'password.new': 'Nouveau mot de passe',
  'password.hint': 'Au moins 12 caractères. Plusieurs mots se retiennent facilement.',
  'password.repeat': 'Répétez le mot de passe',
  'password.differ': 'Les mots de passe ne correspondent pas.',
  'password.tooShort': 'Utilisez au moins 12 caractères ; plusieurs mots se retiennent facilement.',
  'password.tooLong': 'Utilisez 256 caractères au maximum.',
  'password.tooPlain': 'Utilisez davantage de caractères différents.',
  'password.isAddress': 'Choisissez un mot de passe différent de votre adresse e-mail.',
  'invitation.title': 'Définissez votre mot de passe',
  'invitation.text': 'Vous êtes invité dans {workspace} et vous connectez avec {email}.',
  'invitation.set': 'Définir le mot de passe et se connecter',
  'passwordMail.title': 'Votre mot de passe a été modifié',
  'passwordMail.text':
    'Il a été défini sur la page de votre compte, et tous les autres navigateurs ont été déconnectés.',
  'passwordMail.notYou':
    'Si ce n’était pas vous, connectez-vous avec un code par e-mail et définissez-en un autre.',
  'passwordMail.footer': 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
};
