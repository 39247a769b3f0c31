import { ApiError, invalidRequest } from '../../../kernel/core/errors.ts';
import { nextTimestamp } from '../../../kernel/core/clock.ts';
import { operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import type { Item } from '../../../kernel/core/database.ts';
import {
  assertKnownTeams,
  assertOwnOrAdmin,
  assertVisible,
  inPlaceOf,
  loadMember,
  MEMBER_PATH,
  sharesShownTo,
} from './working-time-access.ts';
import { workingHoursSchema, workingHoursUpdateSchema, type WorkingHours } from './working-time.ts';
import { readWorkingHours, putWorkingHours, toWorkingHours } from './working-time-store.ts';

type Replacement = Pick<WorkingHours, 'timeZone' | 'weekly' | 'teamShares'>;

export const updateWorkingHours = operation({
  id: 'updateWorkingHours',
  method: 'PUT',
  path: `${MEMBER_PATH}/working-hours`,
  tag: 'Schedule',
  summary: 'Set working hours',
  description:
    'Replaces when a member works, and plans their stories again. People set their own hours, admins those of everybody. Once hours are set, expectedUpdatedAt is required. Shares of teams that the caller is not in stay as they are.',
  scopes: ['schedule:write'],
  principals: ['user'],
  errors: ['insufficient_role', 'version_conflict', 'invalid_reference'],
  params: { memberId: uuid() },
  body: workingHoursUpdateSchema,
  output: workingHoursSchema,
  load: ({ path, read }) => ({ ...loadMember({ path, read }), hours: readWorkingHours(read, path) }),
  handle: async ({ path, body, loaded: { member, hours }, caller, now, commit }) => {
    assertOwnOrAdmin(caller, path.memberId, member);
    const { expectedUpdatedAt = null, ...wanted } = body;
    assertKnownTeams(caller, wanted, 'teamShares');
    const insteadOf = (current: WorkingHours): Replacement => inPlaceOf(caller, current, wanted);
    const replacement = insteadOf(hours);
    if (expectedUpdatedAt === null && hours.updatedAt !== null) {
      throw invalidRequest([
        { path: 'expectedUpdatedAt', code: 'required', message: 'is required, since hours are set' },
      ]);
    }
    if (expectedUpdatedAt !== hours.updatedAt) throw versionConflict(hours, replacement);
    if (hours.updatedAt !== null && changedFields(hours, replacement).length === 0) {
      await commit([], path.memberId);
      return sharesShownTo(caller, hours);
    }
    const updatedAt = hours.updatedAt === null ? now.toISOString() : nextTimestamp(now, hours.updatedAt);
    const next: WorkingHours = { ...hours, ...replacement, updatedAt };
    const stale = (item: Item | undefined) => {
      const current = item ? toWorkingHours(item) : { ...hours, updatedAt: null };
      return versionConflict(current, insteadOf(current));
    };
    await commit([putWorkingHours(next, hours, stale)], path.memberId);
    return sharesShownTo(caller, next);
  },
  replay: async ({ caller, read, resourceId: memberId }) => {
    const path = { workspaceId: caller.workspaceId, memberId };
    const [member, hours] = await Promise.all([
      loadMember({ path, read }).member,
      readWorkingHours(read, path),
    ]);
    assertVisible(caller, member);
    return sharesShownTo(caller, hours);
  },
});

const changedFields = (current: WorkingHours, replacement: Replacement): string[] =>
  (['timeZone', 'weekly', 'teamShares'] as const).filter(
    (field) => JSON.stringify(current[field]) !== JSON.stringify(replacement[field]),
  );

const versionConflict = (current: WorkingHours, replacement: Replacement): ApiError =>
  new ApiError('version_conflict', 'The working hours have changed since the version you have read.', {
    details: {
      currentUpdatedAt: current.updatedAt,
      changedFields: changedFields(current, replacement),
    },
  });
