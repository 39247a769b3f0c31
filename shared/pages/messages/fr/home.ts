import type { PageMessages } from '../page-messages.ts';
import type { home as english } from '../en/home.ts';

export const home: Pick<PageMessages, keyof typeof english> = {
  'home.title': 'Planifiez votre travail et sachez quand il sera terminé',
  'home.lead':
    'Stories, sprints et objectifs pour vos équipes, avec une prévision pour chaque date. Les programmes utilisent une API REST, les assistants se connectent par MCP et les clients votent dans un portail d’idées.',
  'home.begin': 'Commencer',
  'home.demoPortal': 'Essayer le portail de démonstration',
  'home.demoBoard': 'Voir le tableau de démonstration',
  'home.boardAlt': 'Le tableau d’une équipe : deux stories à faire, une en cours et deux terminées.',
  'home.boardText': 'Votre équipe : un tableau de ses stories et une page pour chacune.',
  'home.portalAlt': 'Un portail d’idées : trois idées avec leurs votes et leur statut.',
  'home.portalText':
    'Vos clients : un portail pour les idées et les votes, et les nouvelles de ce qui est livré.',
  'home.forecastText':
    'Plotline prévoit quand chaque sprint et chaque objectif sera terminé, d’après le rythme de l’équipe jusqu’ici.',
  'home.day': 'jour {number}',
  'home.docs': 'Documentation de l’API',
  'home.docsText':
    'Chaque opération avec un exemple prêt à exécuter, et des guides sur les jetons, les erreurs, les listes et les reprises ; en anglais.',
  'home.client': 'Client et ligne de commande',
  'home.clientText':
    'Un client typé pour Node et les navigateurs, et une commande qui importe, exporte et tient des copies à jour.',
  'home.portals': 'Portails d’idées',
  'home.portalsText':
    'Une page publique où les clients votent pour des idées et lisent ce qui est livré, à votre adresse si vous voulez.',
  'home.webhooks': 'Webhooks',
  'home.webhooksText': 'Des événements signés dès que quelque chose est créé, modifié ou supprimé.',
  'home.assistants': 'Assistants IA',
  'home.assistantsText': 'Connectez un assistant par MCP. Il agit en votre nom, avec vos droits.',
  'home.moving': 'Emménager',
  'home.movingText':
    'Apportez vos stories et leur historique depuis Linear, Jira, GitHub ou un fichier CSV, et repartez avec tout.',
  'home.workspace': 'Obtenir un espace de travail',
  'home.workspaceText':
    'Tout administrateur de l’espace de vos collègues peut vous inviter par e-mail. Un nouvel espace est créé par qui exploite ce service, avec vous comme premier administrateur.',
  'home.operatorBlock': 'Si vous exploitez ce service',
  'home.signIn': 'Se connecter',
  'home.signInText':
    'Un code par e-mail suffit, sans mot de passe ni formulaire. Vos tableaux, invitations et jetons sont sous {link}.',
  'home.connect': 'Connecter vos outils',
  'home.connectText':
    'Créez un jeton sous {link}, ou connectez un assistant sans jeton. {first} prennent une minute.',
  'home.firstCalls': 'Les premiers appels',
  'home.inShell': 'Dans un shell : qui vous êtes, et votre espace de travail',
  'home.inProgram': 'Dans un programme, après {command}',
  'home.inAssistant': 'Dans un assistant, ici Claude Code',
  'home.contents': 'Ce que Plotline gère',
  'home.stories': 'Stories',
  'home.storiesText':
    'Des unités de travail. Chacune appartient à une équipe et a un statut et, au besoin, un responsable, une estimation et des dates.',
  'home.sprints': 'Sprints',
  'home.sprintsText':
    'Des périodes pour le travail d’une équipe, avec des chiffres et un burn-down qui suivent chaque changement.',
  'home.objectives': 'Objectifs et résultats clés',
  'home.objectivesText':
    'Ce qu’une équipe veut atteindre et comment vous le mesurez, avec une prévision de la date de fin.',
  'home.teams': 'Équipes et membres',
  'home.teamsText':
    'Qui travaille sur quoi, et qui peut le voir. Chacun ne voit que les équipes qu’il a rejointes.',
  'home.copy': 'Copier',
  'home.copied': 'Copié',
  'home.sampleRecover': 'Récupérer un compte',
  'home.sampleSearch': 'Chercher par numéro',
  'home.samplePasskey': 'Se connecter par passkey',
  'home.sampleStatus': 'Une page d’état',
  'home.sampleLinks': 'Des liens plus courts',
  'home.sampleShare': 'Partager une note à l’extérieur',
  'home.sampleCalendars': 'Synchroniser les calendriers',
};
