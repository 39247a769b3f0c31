import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { styleText } from 'node:util';
import { DEMO } from './routes.ts';
import type { Demo } from '../../../cli/core/demo-file.ts';

const COMMAND_LINE = resolve(import.meta.dirname, '../../../cli/plotline.mjs');

/** Prints commands for a new user to paste into a second terminal. */
export function printGuide({ baseUrl, teams, restrictedTeamId, user, portalSlug }: Demo, home: string): void {
  const stream = process.stdout;
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { stream });
  const comment = (text: string) => style('dim', `  # ${text}`);
  const file = pathOf(join(home, 'demo.json'));
  const read = (path: string) => `$(node -p "require('${file}').${path}")`;
  const team = teams.find(({ id }) => id === restrictedTeamId)!;
  const lines = [
    '',
    style('bold', 'Try it: paste these lines into another terminal, in this folder.'),
    '',
    '  setopt interactivecomments 2>/dev/null || true',
    `  export URL="${read('baseUrl')}/api/v1/workspaces/${read('workspaceId')}"`,
    `  export TOKEN="${read('tokens.member')}"`,
    `  export TEAM="${read('restrictedTeamId')}"`,
    '',
    comment(`the stories of your teams`),
    `  curl -s "$URL/stories" -H "Authorization: Bearer $TOKEN"`,
    '',
    comment(`a new story of ${team.name}, which is created once if you send it twice`),
    `  curl -s "$URL/stories" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `    -H 'Idempotency-Key: my-first-story-0001' -d "{\\"title\\":\\"Hello\\",\\"teamId\\":\\"$TEAM\\"}"`,
    '',
    comment('find it by its reference'),
    `  curl -s "$URL/stories-by-reference/${team.code}-1" -H "Authorization: Bearer $TOKEN"`,
    '',
    comment("the team's objectives, with progress and forecast"),
    `  curl -s "$URL/objectives" -H "Authorization: Bearer $TOKEN"`,
    '',
    comment('the whole API: for people and for programs'),
    `  ${baseUrl}/docs`,
    `  curl -s "${read('baseUrl')}/openapi.json"`,
    '',
    comment(
      `webhooks: create an endpoint for https://inbox.plotline.test/ and watch ${baseUrl}/_local/inbox`,
    ),
    comment('docs/integrators.md has the commands'),
    '',
    comment(`the feedback portal: vote with any email address, your code is on ${baseUrl}/_local/mail`),
    `  ${baseUrl}/portals/${portalSlug}/feedback`,
    '',
    comment(
      `the board of ${teams[0]!.name}, and the portal's inbox and settings, with one click as a member or an admin`,
    ),
    `  ${baseUrl}${DEMO}`,
    '',
    comment(`an AI client: connect it to ${baseUrl}/mcp, then sign in as`),
    `  ${user.email}  ${user.password}`,
    '',
    comment('the operator’s command line, and the import of a file'),
    `  ${isOwn(COMMAND_LINE) ? 'npx plotline' : 'node cli/plotline.mjs'} --help`,
    '',
  ];
  stream.write(`${lines.join('\n')}\n`);
}

/** Whether this user may change the mode of a file, as `npx` does; root may. */
const isOwn = (file: string): boolean => [0, statSync(file).uid, undefined].includes(process.getuid?.());

/** Relative to the current folder if it contains the file, otherwise to the root. */
function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : `./${path}`;
}
