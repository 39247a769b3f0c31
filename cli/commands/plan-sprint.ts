import type { Command } from 'commander';
import { getSprintPlan } from '../../shared/planning/analysis/get-sprint-plan.ts';
import type { SprintPlan } from '../../shared/planning/analysis/proposal.ts';
import { applySprintPlan } from '../../shared/planning/analysis/apply-sprint-plan.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { sprintPhase } from '../../shared/planning/sprints/sprint-days.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { resolveTeam } from '../core/find.ts';
import { SPRINT_HELP, sprintsNamed } from '../find-sprint.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

interface PlanOptions extends WorkspaceOptions {
  sprint?: string;
  apply?: boolean;
  yes?: boolean;
}

const columns: Columns<SprintPlan['stories'][number]> = {
  story: ({ reference }) => reference,
  priority: ({ priority }) => priority,
  estimate: ({ estimate }) => estimate,
  because: ({ reason }) => reason.replace('_', ' '),
  title: ({ title }) => title,
};

/** Adds the command that proposes stories for a team's next sprint and, if asked, puts them into it. */
export function planSprintCommand(noun: Command): void {
  workspaceCommand(noun, 'plan <team>', "propose stories for a team's next sprint, by the team's code")
    .option('--sprint <name>', `a sprint ${SPRINT_HELP} (default: the next one that begins)`)
    .option('--apply', 'put the proposed stories into the sprint')
    .option('-y, --yes', 'skip the confirmation')
    .action((code: string, options: PlanOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await resolveTeam(operations, code);
        const sprints = await operations.list(listSprints, { query: { teamId: team.id } });
        const sprint = options.sprint
          ? sprintsNamed(sprints, options.sprint)[0]
          : nextOf(sprints, new Date());
        if (!sprint) {
          throw new CommandError(
            `${team.code} has no sprint to come; make one with plotline sprints create.`,
          );
        }
        const path = { sprintId: sprint.id };
        const plan = await operations.run(getSprintPlan, { path });
        if (output.json) output.record(plan, {});
        else output.list(plan.stories, columns, 'Nothing of the backlog is proposed.');
        for (const sentence of plan.insufficientHistory ? plan.assumptions : []) output.note(sentence);
        if (plan.capacity) {
          const { p15, p50, p85 } = plan.capacity;
          output.note(
            `${sprint.name} has room for ${p50} (${p15} to ${p85}), of which ${plan.planned.estimate} is planned already.`,
          );
        }
        if (!options.apply || plan.stories.length === 0) return;
        const stories = plan.stories.map(({ id, updatedAt }) => ({
          storyId: id,
          expectedUpdatedAt: updatedAt,
        }));
        const count = stories.length === 1 ? '1 story' : `${stories.length} stories`;
        await confirm(`This puts ${count} into ${sprint.name}.`, options.yes ?? false);
        await operations.run(applySprintPlan, { path, body: { stories } });
        output.done(`Put ${count} into ${sprint.name}.`);
      }),
    );
}

/** The next sprint that begins or, without one, the running sprint. */
function nextOf(sprints: readonly Sprint[], now: Date): Sprint | undefined {
  const inPhase = (phase: string) =>
    sprints
      .filter((sprint) => sprintPhase(sprint, now) === phase)
      .toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1))[0];
  return inPhase('coming') ?? inPhase('running');
}
