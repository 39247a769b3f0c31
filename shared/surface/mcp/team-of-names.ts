import type { Arguments, Tool } from '../../kernel/api/mcp/tool.ts';

/** What teams have, whose names are searched in the team that a call says. */
const OF_TEAMS = ['sprintId', 'objectiveId', 'keyResultId'];

/** Whether a tool without a team takes one next to an argument, to say where its name is searched. */
export const takesTeamOfName = (argument: string, properties: object): boolean =>
  !('teamId' in properties) && argument in properties && OF_TEAMS.includes(argument);

/** The arguments of a tool, without a team that only said where names are searched. */
export function withoutTeamOfNames({ schemas }: Pick<Tool, 'schemas'>, args: Arguments): Arguments {
  const properties: object = schemas().inputSchema['properties'] ?? {};
  if (!Object.keys(args).some((name) => takesTeamOfName(name, properties))) return args;
  const { teamId: _, ...rest } = args;
  return rest;
}
