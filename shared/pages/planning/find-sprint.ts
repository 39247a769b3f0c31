import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getSprint } from '../../planning/sprints/get-sprint.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { MemberCall } from './member-call.ts';
import { run } from '../accounts/run-operation.ts';

/** The sprint that a path names, which is one of the team in it. Throws a 404 for others. */
export async function sprintOfPathOrThrow(member: MemberCall): Promise<Sprint> {
  const sprintId = uuid().safeParse(member.call.request.parameters['sprintId']).data;
  if (sprintId === undefined) throw notFound('page');
  const sprint = await run(member, getSprint, { path: { sprintId } });
  if (sprint.teamId !== member.teamId) throw notFound('page');
  return sprint;
}
