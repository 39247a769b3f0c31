import type { Item } from '../../core/database.ts';
import { feedbackCommentKind, toComment } from '../../feedback/comment-store.ts';
import { feedbackItemKind, toItem } from '../../feedback/item-store.ts';
import { labelKind, toLabel } from '../../labels/label-store.ts';
import { memberKind } from '../../auth/membership-store.ts';
import { isMemberItem, toMember } from '../../members/member-store.ts';
import { getWorkspaceOfPortal, portalKind, toPortal } from '../../portals/portal-store.ts';
import { statusKind, toStatus } from '../../statuses/status-store.ts';
import { teamKind, toTeam } from '../../teams/team-store.ts';
import { feedbackUpdateKind, toUpdate } from '../../updates/update-store.ts';
import { ownPlace, type Place, type Subject, type SubjectContext } from './subject.ts';

async function placeOfTeam(item: Item): Promise<Place> {
  const { id, workspaceId } = toTeam(item);
  return { workspaceId, teamId: id };
}

/** The workspace named in the resource, which belongs to no team. */
const workspacePlace =
  (toResource: (item: Item) => Pick<Place, 'workspaceId'>) =>
  async (item: Item): Promise<Place> => ({ workspaceId: toResource(item).workspaceId, teamId: null });

/** What is on a portal names only the portal. */
const portalPlace =
  (toResource: (item: Item) => { portalId: string }) =>
  async (item: Item, { read }: SubjectContext): Promise<Place | undefined> => {
    const workspaceId = await getWorkspaceOfPortal(read, toResource(item).portalId);
    return workspaceId === undefined ? undefined : { workspaceId, teamId: null };
  };

/** What a workspace is set up with, who is in it, and its feedback. */
export const workspaceSubjects: readonly Subject[] = [
  { kind: labelKind, name: 'label', toResource: toLabel, placeOf: ownPlace(toLabel) },
  { kind: statusKind, name: 'status', toResource: toStatus, placeOf: ownPlace(toStatus) },
  { kind: teamKind, name: 'team', toResource: toTeam, placeOf: placeOfTeam },
  {
    kind: memberKind,
    name: 'member',
    // Service accounts are stored as members of another kind.
    includes: isMemberItem,
    toResource: toMember,
    placeOf: workspacePlace(toMember),
  },
  { kind: feedbackItemKind, name: 'feedback_item', toResource: toItem, placeOf: portalPlace(toItem) },
  {
    kind: feedbackCommentKind,
    name: 'feedback_comment',
    toResource: toComment,
    placeOf: portalPlace(toComment),
  },
  { kind: feedbackUpdateKind, name: 'feedback_update', toResource: toUpdate, placeOf: portalPlace(toUpdate) },
  { kind: portalKind, name: 'portal', toResource: toPortal, placeOf: workspacePlace(toPortal) },
];
