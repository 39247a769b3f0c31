import { expect, test } from 'vitest';
import type { RuleRun } from '../../shared/events/rules/rule.ts';
import { getMember } from '../../shared/identity/members/get-member.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import { updateMember } from '../../shared/identity/members/update-member.ts';
import { addTeamMember } from '../../shared/identity/teams/add-team-member.ts';
import { removeTeamMember } from '../../shared/identity/teams/remove-team-member.ts';
import type { Role } from '../../shared/kernel/core/caller.ts';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { createComment } from '../../shared/planning/comments/create-comment.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { deleteStory } from '../../shared/planning/stories/delete-story.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import { deleteRule } from '../../shared/surface/rules/delete-rule.ts';
import { listRuleRuns } from '../../shared/surface/rules/list-rule-runs.ts';
import type { Person } from '../support/workspace.ts';
import { begin, chance, dangers, FEWER } from './random-rule.ts';
import type { RuleWorld } from './rule-world.ts';

const operations = { updateStory, createComment, createStory, deleteStory };

interface Action {
  operation: keyof typeof operations;
  input: Record<string, unknown>;
}

const storyId = '{{story.id}}';
const actionsIn = (teamId: string): Action[] => [
  { operation: 'updateStory', input: { storyId, priority: 'urgent' } },
  { operation: 'updateStory', input: { storyId, teamId } },
  { operation: 'createComment', input: { storyId, content: 'Seen' } },
  { operation: 'createStory', input: { teamId, title: 'Copied' } },
  { operation: 'deleteStory', input: { storyId } },
];

/** A member whose rights change, in a team whose stories have their rules run, and in another. */
async function newOwner(world: RuleWorld) {
  const { workspace, team, admin } = world;
  const other = await workspace.team();
  await workspace.operator.joinTeam({
    workspaceId: workspace.id,
    teamId: other.id,
    principalId: admin.id,
  });
  const person = await workspace.person('member', [team, other]);
  const path = { memberId: person.id };
  return {
    person,
    other,
    async become(role: Role, teams: readonly [boolean, boolean]): Promise<void> {
      const { updatedAt, role: now } = await world.run<Member>(getMember, { path }, { by: admin });
      const body = { role, expectedUpdatedAt: updatedAt };
      if (role !== now) await world.run(updateMember, { path, body }, { by: admin });
      for (const [position, { id: teamId }] of [team, other].entries()) {
        const added = { path: { teamId }, body: { memberId: person.id } };
        if (teams[position]) await world.run(addTeamMember, added, { by: admin });
        else
          await world.run(removeTeamMember, { path: { ...path, teamId } }, { by: admin }).catch(unlessGone);
      }
    },
  };
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** Does what an action does by hand, up to its write. Returns `done`, or the code of what refuses it. */
async function byHand(
  world: RuleWorld,
  person: Person,
  { operation, input }: Action,
  id: string,
): Promise<string> {
  const { storyId: named, ...body } = input;
  const by = { by: person, dry: true };
  try {
    const { updatedAt } = await world.run<{ updatedAt: string }>(getStory, { path: { storyId: id } }, by);
    await world.run(
      operations[operation],
      {
        path: named === undefined ? {} : { storyId: id },
        ...(operation !== 'deleteStory' && { body }),
        ...(operation === 'updateStory' && { body: { ...body, expectedUpdatedAt: updatedAt } }),
      },
      by,
    );
    return 'done';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test(`a rule does what its owner could do by hand at that moment, and no more, in ${FEWER} random histories`, async () => {
  let world: RuleWorld | undefined;
  let owner: Awaited<ReturnType<typeof newOwner>> | undefined;
  const outcomes: Record<string, number> = {};
  for (let seed = 1; seed <= FEWER; seed++) {
    const last = world;
    world = await begin(seed, last);
    owner = owner === undefined || world !== last ? await newOwner(world) : owner;
    const { pick } = chance(seed + 4_000_000);
    await owner.become('member', [true, true]);
    const action = pick(actionsIn(owner.other.id));
    const rule = await world.create({ on: ['story.created'], then: [action] }, owner.person);
    await owner.become(pick(['member', 'member', 'guest']), [
      pick([true, true, true, false]),
      pick([true, true, false]),
    ]);
    const { id } = await world.story();
    const expected = await byHand(world, owner.person, action, id);
    await world.settle([rule], 30, dangers(world, chance(seed + 5_000_000)));
    const at = { path: { ruleId: rule.id } };
    const by = { by: world.admin };
    const [run] = await world.run<RuleRun[]>(listRuleRuns, { ...at, query: { limit: 100 } }, by);
    // Of a story that its owner does not see, a rule is told nothing.
    expect(run ? (run.code ?? 'done') : 'not_found', `seed ${seed}: ${JSON.stringify(rule)}`).toBe(expected);
    if (run) expect(run.changeSetId !== null, `seed ${seed}`).toBe(expected === 'done');
    outcomes[expected] = (outcomes[expected] ?? 0) + 1;
    await world.run(deleteRule, at, by);
  }
  expect(outcomes).toMatchObject({ done: expect.any(Number), insufficient_role: expect.any(Number) });
});
