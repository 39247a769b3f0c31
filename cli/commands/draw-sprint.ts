import type { Command } from 'commander';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import { burnDownFacts, type BurnDownDays } from '../../shared/planning/pictures/facts.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { lastDayOfSprint, sprintPhase } from '../../shared/planning/sprints/sprint-days.ts';
import { CommandError } from '../core/command-error.ts';
import { dayChart } from '../core/day-chart.ts';
import { resolveTeam } from '../core/find.ts';
import { printable } from '../core/terminal.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

/** Adds the command that `plotline sprint ENG` means: the burn-down of a team's sprint, drawn in the terminal. */
export function drawSprint(noun: Command): void {
  workspaceCommand(noun, 'draw [team]', "draw the burn-down of a team's running sprint, by the team's code", {
    isDefault: true,
  }).action((code: string | undefined, options: WorkspaceOptions) => {
    if (code === undefined) return noun.help({ error: true });
    return withWorkspace(options, async ({ operations, output }) => {
      const team = await resolveTeam(operations, code);
      const sprints = await operations.list(listSprints, { query: { teamId: team.id } });
      const sprint = currentOf(sprints, new Date());
      if (!sprint) throw new CommandError(`${team.code} has no sprint that has begun.`);
      const analysis = await operations.run(analyzeSprint, { path: { sprintId: sprint.id } });
      const days = (analysis as { burnDown: BurnDownDays }).burnDown;
      const chart = dayChart(
        days.map(({ day, remaining, ideal }) => ({
          label: day,
          value: remaining?.estimate ?? null,
          guide: ideal?.estimate ?? null,
        })),
      );
      output.draw(
        analysis,
        `${printable(sprint.name)}\n\n${chart}\n\n${burnDownFacts({ days, end: lastDayOfSprint(sprint) })}`,
      );
    });
  });
}

/** The running sprint or, between two, the one that ended last. */
function currentOf(sprints: readonly Sprint[], now: Date): Sprint | undefined {
  const begun = sprints.filter((sprint) => sprintPhase(sprint, now) !== 'coming');
  const running = begun.filter((sprint) => sprintPhase(sprint, now) === 'running');
  return (running.length > 0 ? running : begun).toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
}
