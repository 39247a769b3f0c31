import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { ListOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { pathOf } from '../../kernel/noun/define-noun.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { allOperations } from '../registry.ts';

type Query = Readonly<Record<string, string>>;

/** What belongs to each resource of a list, such as the relations of stories. */
interface PartBelow {
  name: string;
  operation: ListOperation;
  query?: Query;
  /** How many resources a page has, where they are large. */
  limit?: number;
}

/** A list of an export, and the resources whose it is: those of the workspace itself, of each team, or of each portal. */
export interface ExportPart extends PartBelow {
  owner: 'workspace' | 'team' | 'portal';
  below?: readonly PartBelow[];
  /** A resource as it is in the export, if it is not as the list has it. */
  shows?: (resource: { id: string }, ownerId: string) => { id: string };
}

const lists = new Map(
  allOperations.flatMap((operation) =>
    operation.kind === 'list' ? [[operation.path, operation] as const] : [],
  ),
);

function listAt(path: string): ListOperation {
  const found = lists.get(`${WORKSPACE_PATH}/${path}`);
  if (!found) throw new Error(`No operation lists ${path}.`);
  return found;
}

const archived = { archived: 'include' };
const hidden = { hidden: 'include' };

/** The history of each resource of a list, if there is one: a file for each kind. */
const historyOf = (path: string, kind: string): PartBelow[] =>
  [...lists]
    .filter(([at]) => at.startsWith(`${WORKSPACE_PATH}/${path}/{`) && at.endsWith('}/history'))
    .map(([, operation]) => ({ name: `${kind}-history`, operation }));

const belowStories: readonly PartBelow[] = [
  { name: 'relations', operation: listAt('stories/{storyId}/relations') },
  { name: 'attachments', operation: listAt('stories/{storyId}/attachments') },
  ...historyOf('stories', 'story'),
];

/** Nouns whose lists are parts of another form, below. */
const listedBelow: readonly string[] = ['member', 'status'];

/** The nouns that a copy lists from the workspace or from each team. */
const partsOfNouns = nounsWith('mirror').flatMap((noun): ExportPart[] => {
  const { lists: queries } = noun.mirror;
  if (queries === 'separately' || listedBelow.includes(noun.name)) return [];
  const name = pathOf(noun);
  const below = noun.name === 'story' ? belowStories : historyOf(name, noun.name.replaceAll('_', '-'));
  const owner = queries.workspace ? 'workspace' : 'team';
  return [{ name, owner, operation: listAt(name), query: queries[owner] ?? {}, below }];
});

/** The lists of an export in their order, by the names of their files. */
export const exportParts: readonly ExportPart[] = [
  {
    name: 'members',
    owner: 'workspace',
    operation: listAt('members'),
    below: [
      { name: 'time-off', operation: listAt('members/{memberId}/time-off') },
      { name: 'busy-times', operation: listAt('members/{memberId}/busy') },
    ],
  },
  { name: 'service-accounts', owner: 'workspace', operation: listAt('service-accounts') },
  { name: 'teams', owner: 'workspace', operation: listAt('teams') },
  {
    name: 'team-members',
    owner: 'team',
    operation: listAt('members'),
    shows: ({ id }, teamId) => ({ id, teamId }),
  },
  {
    name: 'objective-statuses',
    owner: 'workspace',
    operation: listAt('statuses'),
    query: { ...archived, appliesTo: 'objective' },
  },
  { name: 'statuses', owner: 'team', operation: listAt('statuses'), query: archived },
  ...partsOfNouns,
  {
    name: 'stories-in-triage',
    owner: 'team',
    operation: listAt('teams/{teamId}/triage'),
    query: { state: 'any' },
    below: belowStories,
  },
  { name: 'comments', owner: 'team', operation: listAt('comments') },
  { name: 'views', owner: 'workspace', operation: listAt('views') },
  {
    name: 'agent-sessions',
    owner: 'workspace',
    operation: listAt('agent-sessions'),
    below: [{ name: 'agent-activities', operation: listAt('agent-sessions/{agentSessionId}/activities') }],
  },
  { name: 'webhook-endpoints', owner: 'workspace', operation: listAt('webhook-endpoints') },
  { name: 'hooks', owner: 'workspace', operation: listAt('hooks') },
  { name: 'identity-providers', owner: 'workspace', operation: listAt('identity-providers') },
  { name: 'portals', owner: 'workspace', operation: listAt('portals') },
  { name: 'portal-images', owner: 'portal', operation: listAt('portals/{portalId}/images'), limit: 8 },
  { name: 'feedback-updates', owner: 'portal', operation: listAt('portals/{portalId}/updates') },
  {
    name: 'feedback-items',
    owner: 'portal',
    operation: listAt('portals/{portalId}/items'),
    query: hidden,
    below: [
      {
        name: 'feedback-comments',
        operation: listAt('portals/{portalId}/items/{itemId}/comments'),
        query: { ...hidden, internal: 'include' },
      },
      // Pages of several items are read at once.
      { name: 'feedback-images', operation: listAt('portals/{portalId}/items/{itemId}/images'), limit: 1 },
      { name: 'feedback-reactions', operation: listAt('portals/{portalId}/items/{itemId}/reactions') },
      { name: 'feedback-votes', operation: listAt('portals/{portalId}/items/{itemId}/votes') },
    ],
  },
  { name: 'banned-visitors', owner: 'workspace', operation: listAt('banned-visitors') },
  // Last: what changed while the others were listed.
  { name: 'changes', owner: 'workspace', operation: listAt('changes') },
];

export const CHANGES_PART = exportParts.length - 1;
