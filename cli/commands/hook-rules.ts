import type { Command } from 'commander';
import type { Status } from '../../shared/identity/status/status.ts';
import type { HookRule } from '../../shared/planning/hooks/hook.ts';
import { findNamed } from '../core/find.ts';

/** A rule of a hook, with statuses by name. */
export interface RuleOptions {
  team: string;
  opened?: string;
  merged?: string;
  closed?: string;
}

/** Adds the options of a rule. */
export const withRule = (command: Command): Command =>
  command
    .requiredOption('--team <code>', 'the team')
    .option('--opened <status>', 'where stories move when a pull request is opened')
    .option('--merged <status>', 'where they move when it is merged')
    .option('--closed <status>', 'where they move when it is closed without being merged');

/** The rule that options describe, with statuses of the team by name. */
export function ruleFor(
  teamId: string,
  statuses: readonly Status[],
  { opened, merged, closed }: RuleOptions,
): HookRule {
  const idOf = (text: string | undefined) =>
    text === undefined ? null : findNamed('status', statuses, text).id;
  return {
    teamId,
    openedStatusId: idOf(opened),
    mergedStatusId: idOf(merged),
    closedStatusId: idOf(closed),
  };
}
