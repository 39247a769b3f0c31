import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { ListOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { allOperations } from '../registry.ts';

type Query = Readonly<Record<string, string>>;

/** What belongs to each resource of a list, such as the relations of stories. */
interface PartBelow {
  name: string;
  operation: ListOperation;
  query?: Query;
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

const belowStories: readonly PartBelow[] = [
  { name: 'relations', operation: listAt('stories/{storyId}/relations') },
  { name: 'attachments', operation: listAt('stories/{storyId}/attachments') },
  { name: 'story-history', operation: listAt('stories/{storyId}/history') },
];

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
  {
    name: 'teams',
    owner: 'workspace',
    operation: listAt('teams'),
  },
  {
    name: 'team-members',
    owner: 'team',
    operation: listAt('members'),
    shows: ({ id }, teamId) => ({ id, teamId }),
  },
  { name: 'labels', owner: 'workspace', operation: listAt('labels'), query: archived },
  { name: 'custom-fields', owner: 'workspace', operation: listAt('custom-fields'), query: archived },
  {
    name: 'objective-statuses',
    owner: 'workspace',
    operation: listAt('statuses'),
    query: { ...archived, appliesTo: 'objective' },
  },
  { name: 'views', owner: 'workspace', operation: listAt('views') },
  { name: 'webhook-endpoints', owner: 'workspace', operation: listAt('webhook-endpoints') },
  { name: 'hooks', owner: 'workspace', operation: listAt('hooks') },
  { name: 'identity-providers', owner: 'workspace', operation: listAt('identity-providers') },
  { name: 'statuses', owner: 'team', operation: listAt('statuses'), query: archived },
  {
    name: 'story-templates',
    owner: 'team',
    operation: listAt('story-templates'),
    below: [
      { name: 'story-template-history', operation: listAt('story-templates/{storyTemplateId}/history') },
    ],
  },
  {
    name: 'recurring-stories',
    owner: 'team',
    operation: listAt('recurring-stories'),
    below: [
      { name: 'recurring-story-history', operation: listAt('recurring-stories/{recurringStoryId}/history') },
    ],
  },
  {
    name: 'sprints',
    owner: 'team',
    operation: listAt('sprints'),
    below: [{ name: 'sprint-history', operation: listAt('sprints/{sprintId}/history') }],
  },
  {
    name: 'objectives',
    owner: 'team',
    operation: listAt('objectives'),
    below: [{ name: 'objective-history', operation: listAt('objectives/{objectiveId}/history') }],
  },
  { name: 'key-results', owner: 'team', operation: listAt('key-results') },
  { name: 'objective-updates', owner: 'team', operation: listAt('objective-updates') },
  {
    name: 'stories',
    owner: 'team',
    operation: listAt('stories'),
    query: archived,
    below: belowStories,
  },
  {
    name: 'stories-in-triage',
    owner: 'team',
    operation: listAt('teams/{teamId}/triage'),
    query: { state: 'any' },
    below: belowStories,
  },
  { name: 'comments', owner: 'team', operation: listAt('comments') },
  {
    name: 'time-entries',
    owner: 'team',
    operation: listAt('time-entries'),
    below: [{ name: 'time-entry-history', operation: listAt('time-entries/{timeEntryId}/history') }],
  },
  {
    name: 'agent-sessions',
    owner: 'workspace',
    operation: listAt('agent-sessions'),
    below: [{ name: 'agent-activities', operation: listAt('agent-sessions/{agentSessionId}/activities') }],
  },
  { name: 'portals', owner: 'workspace', operation: listAt('portals') },
  { name: 'portal-images', owner: 'portal', operation: listAt('portals/{portalId}/images') },
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
      { name: 'feedback-votes', operation: listAt('portals/{portalId}/items/{itemId}/votes') },
    ],
  },
  { name: 'banned-visitors', owner: 'workspace', operation: listAt('banned-visitors') },
  // Last: what changed while the others were listed.
  { name: 'changes', owner: 'workspace', operation: listAt('changes') },
];

export const CHANGES_PART = exportParts.length - 1;
