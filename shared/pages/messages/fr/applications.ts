import type { PageMessages } from '../page-messages.ts';
import type { applications as english } from '../en/applications.ts';

export const applications: Pick<PageMessages, keyof typeof english> = {
  'consent.title': 'Autoriser l’accès',
  'consent.question': 'Autoriser cette application à utiliser Plotline en votre nom ?',
  'consent.unverified': 'Ce nom est fourni par l’application et n’a pas été vérifié.',
  'consent.toHost': 'Vous serez redirigé vers {host}.',
  'consent.toDevice': 'Vous serez redirigé vers une application de cet appareil, à l’adresse {host}.',
  'consent.device':
    'N’importe quel programme de cet appareil pourrait faire cette demande sous ce nom. Ne continuez que si vous avez vous-même lancé cette connexion.',
  'consent.able': 'Elle pourra',
  'consent.ableIn': 'Dans l’espace de travail {workspaces}, elle pourra',
  'consent.ableInSome': 'Dans les espaces de travail {workspaces}, elle pourra',
  'consent.noWorkspace':
    'Vous n’êtes encore dans aucun espace de travail : l’application ne verra rien avant que vous en rejoigniez un.',
  'consent.sees': 'Voir tout ce que vous voyez : stories, commentaires, sprints, objectifs et personnes.',
  'consent.changes': 'Créer, modifier et supprimer en votre nom ce que vous pouvez.',
  'consent.updatesStories': 'Modifier en votre nom les stories que vous pouvez modifier.',
  'consent.invited':
    'Vous êtes invité dans {workspaces}. L’application pourra utiliser un espace de travail dès que vous aurez accepté l’invitation sur {link}.',
  'consent.invitedLink': 'votre compte',
  'consent.safe':
    'Elle ne voit jamais votre mot de passe. Vous pouvez révoquer l’accès à tout moment sous {link}.',
  'consent.safeLink': 'applications connectées',
  'consent.someTeams': 'Seulement dans certaines équipes ?',
  'consent.teamIn': '{team} dans {workspace}',
  'consent.withhold': 'Ne pas transmettre ce que les visiteurs des portails ont écrit',
  'consent.withholdHint':
    'N’importe qui peut écrire sur un portail, et un tel texte pourrait contenir des instructions destinées à un assistant. Si vous cochez, elle ne lit que ce que des membres ont écrit.',
  'consent.allow': 'Autoriser',
  'consent.deny': 'Refuser',
  'consent.readOnly': 'Lire seulement',
  'consent.proposes': 'Proposer ce que vous pouvez créer, modifier et supprimer : d’autres l’acceptent.',
  'consent.readAndPropose': 'Lire et proposer',
  'consent.readAndChange': 'Lire et modifier',
  'consent.back': 'Retour à l’application',
  'consent.backText': 'Vous serez redirigé vers {host}. Vous pourrez ensuite fermer cette page.',
  'refusal.denied': 'Accès refusé',
  'refusal.deniedText': 'L’accès n’a pas été accordé. Vous pouvez fermer cette page.',
  'refusal.failed': 'L’application ne peut pas être connectée',
  'refusal.redirects': 'Elle redirige vers {host}.',
  'refusal.invalid': 'Sa demande n’est pas valide, l’accès n’a donc pas été accordé : {reason}',
  'refusal.inform':
    'Si vous connaissez {host}, vous pouvez y retourner et informer l’application. Elle ne fait pas partie de Plotline.',
  'refusal.go': 'Aller sur {host}',
  'refusal.again': '{reason} Supprimez la connexion dans l’application et ajoutez-la de nouveau.',
  'refusal.slowDown': 'Vous avez essayé trop d’applications inconnues ; attendez une heure.',
  'connections.about': 'Ces applications peuvent utiliser Plotline en votre nom.',
  'connections.none': 'Aucune application n’est connectée.',
  'connections.ended': 'L’application est déconnectée.',
  'connections.narrowed': 'L’application a désormais moins de droits.',
  'connections.at': 'Sur {host}. Connectée depuis le {since}, utilisée pour la dernière fois le {used}.',
  'connections.onlyIn': 'Uniquement dans {teams}.',
  'connections.withheld': 'Ce que les visiteurs des portails ont écrit ne lui est pas transmis.',
  'connections.less': 'Réduire les droits',
  'connections.lessOne': 'Réduire les droits de {name}',
  'connections.proposesOnly': 'Elle peut seulement proposer des modifications, que d’autres acceptent',
  'connections.readsOnly': 'Elle peut seulement lire, sans rien modifier',
  'connections.teamsHint':
    'Elle n’accède plus aux équipes que vous décochez. Pour autoriser davantage, connectez-la de nouveau.',
  'connections.disconnect': 'Déconnecter',
  'connections.disconnectOne': 'Déconnecter {name}',
};
