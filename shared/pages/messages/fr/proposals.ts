import type { proposals as english } from '../en/proposals.ts';
import type { PageMessages } from '../page-messages.ts';

export const proposals: Pick<PageMessages, keyof typeof english> = {
  'proposal.all': 'Propositions',
  'proposal.none': 'Aucune proposition ouverte',
  'proposal.noneText':
    'Les assistants et les programmes peuvent être limités à proposer. Ce qu’ils veulent modifier attend alors ici que quelqu’un d’autre l’accepte.',
  'proposal.guide': 'Comment les agents proposent',
  'proposal.noneHere': 'Aucune proposition ici.',
  'proposal.everywhere': 'Toutes vos équipes',
  'proposal.open': 'Ouverte',
  'proposal.accepted': 'Acceptée',
  'proposal.partly_accepted': 'Acceptée en partie',
  'proposal.rejected': 'Refusée',
  'proposal.withdrawn': 'Retirée',
  'proposal.expired': 'Expirée',
  'proposal.until': 'Ouverte jusqu’au {date}',
  'proposal.changes': {
    one: '{count} modification',
    many: '{count} de modifications',
    other: '{count} modifications',
  },
  'proposal.mcp': 'Assistant',
  'proposal.account': 'Compte de service',
  'proposal.create': 'Créer',
  'proposal.change': 'Modifier',
  'proposal.field': 'Champ',
  'proposal.before': 'Avant',
  'proposal.after': 'Après',
  'proposal.text': 'Texte',
  'proposal.comment': 'Commentaire',
  'proposal.keyResult': 'Résultat clé',
  'proposal.relation': 'Relation',
  'proposal.idea': 'Idée',
  'proposal.applied': 'Appliquée',
  'proposal.conflict': 'Conflit',
  'proposal.refused': 'Refusée',
  'proposal.left': 'Non acceptée',
  'proposal.stale': 'Ceci a été modifié après la proposition. Comparez avant d’accepter.',
  'proposal.changedSince': 'L’élément a été modifié après la proposition et reste donc tel quel.',
  'proposal.notAllowed': 'La personne qui a accepté n’a pas le droit de faire cette modification.',
  'proposal.decide': 'Décision',
  'proposal.acceptText':
    'Accepter applique les modifications cochées avec vos droits, en un seul ensemble qui peut être annulé.',
  'proposal.acceptTicked': 'Accepter la sélection',
  'proposal.noneTicked': 'Cochez les modifications à accepter.',
  'proposal.rejectFold': 'Refuser…',
  'proposal.reject': 'Refuser',
  'proposal.reason': 'Motif',
  'proposal.reasonHint': 'Facultatif. L’auteur le voit.',
  'proposal.own':
    'Vous avez proposé ceci vous-même : quelqu’un d’autre doit l’accepter. Vous pouvez le retirer.',
  'proposal.withdraw': 'Retirer',
  'proposal.tooLate':
    'Rien n’a été décidé : quelqu’un d’autre décide en ce moment, ou la proposition n’est plus ouverte. Si elle est encore ouverte ci-dessous, réessayez dans une minute.',
  'proposal.madeAll': 'Les modifications sont faites.',
  'proposal.madeSome':
    'Certaines modifications sont faites. Les autres disent pourquoi elles ne le sont pas ; il faut les proposer à nouveau.',
  'proposal.madeNone':
    'Rien n’a été modifié. Chaque modification dit pourquoi, et la proposition reste ouverte.',
  'proposal.rejectedNow': 'La proposition est refusée. Rien n’a été modifié.',
  'proposal.withdrawnNow': 'La proposition est retirée. Rien n’a été modifié.',
  'proposal.expiredText':
    'Personne n’a décidé à temps : rien n’a été modifié. Cela peut être proposé à nouveau.',
  'proposal.undo': 'Pour l’annuler, annulez l’ensemble de modifications {id}.',
};
