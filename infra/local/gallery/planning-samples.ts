import type { Status } from '../../../shared/identity/status/status.ts';
import type { Comment } from '../../../shared/planning/comments/comment.ts';
import type { Story } from '../../../shared/planning/story/story.ts';

const AT = '2026-11-02T09:00:00.000Z';
const TEAM_ID = '00000000-0000-7000-8000-0000000000aa';
const WORKSPACE_ID = '00000000-0000-7000-8000-0000000000ab';

const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The id of the sample's member, whose name is `memberName`. */
export const MEMBER_ID = idOf(1);
export const memberName = (id: string): string | undefined => (id === MEMBER_ID ? 'Ada Example' : undefined);

/** A status of the samples' team. */
export const sampleStatus = (number: number, name: string, category: Status['category']): Status => ({
  id: idOf(100 + number),
  workspaceId: WORKSPACE_ID,
  teamId: TEAM_ID,
  name,
  category,
  order: number,
  color: '#3b3fb6',
  isDefault: false,
  createdAt: AT,
  updatedAt: AT,
  archivedAt: null,
  appliesTo: 'story',
});

/** A story of the samples' team. */
export const sampleStory = (number: number, fields: Partial<Story> = {}): Story => ({
  id: idOf(200 + number),
  workspaceId: WORKSPACE_ID,
  teamId: TEAM_ID,
  sequenceId: number,
  reference: `ENG-${number}`,
  title: 'Sign in with a passkey',
  description: null,
  statusId: idOf(101),
  assigneeId: null,
  reporterId: MEMBER_ID,
  sprintId: null,
  objectiveId: null,
  keyResultId: null,
  parentId: null,
  priority: 'none',
  estimateValue: null,
  estimateLabel: null,
  estimatedDurationMinutes: null,
  minimumFocusBlockMinutes: null,
  autoSchedulingEnabled: false,
  autoSchedulingLocked: false,
  autoSchedulingStatus: 'off',
  labels: [],
  startDate: null,
  endDate: null,
  completedAt: null,
  archivedAt: null,
  createdAt: AT,
  updatedAt: AT,
  importedAt: null,
  rank: null,
  customFields: {},
  externalId: null,
  externalSource: null,
  externalUrl: null,
  links: [],
  claim: null,
  triage: null,
  ...fields,
});

/** A comment of the sample's member. */
export const sampleStoryComment = (number: number, fields: Partial<Comment> = {}): Comment => ({
  id: idOf(300 + number),
  storyId: idOf(201),
  parentId: null,
  authorId: MEMBER_ID,
  content: 'Do we **ask** at every sign-in?',
  createdAt: AT,
  updatedAt: AT,
  origin: 'member',
  replies: [],
  ...fields,
});
