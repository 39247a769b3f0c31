import type { Tool } from '../../kernel/api/mcp/tool.ts';

/** What tools were called before they were merged; clients that know these names go on using them. */
export const formerNames: ReadonlyMap<string, string> = new Map([
  ['update_story', 'update_stories'],
  ['add_comment', 'save_comment'],
  ['create_sprint', 'save_sprint'],
  ['create_objective', 'save_objective'],
  ['update_objective', 'save_objective'],
  ['create_key_result', 'save_key_result'],
  ['update_key_result', 'save_key_result'],
]);

/** Where the code of tools is, by the ends of their names: a call loads no more than it needs. */
const groups: readonly [RegExp, () => Promise<readonly Tool[]>][] = [
  [/_notifications(_|$)/, async () => (await import('./notification-tools.ts')).notificationTools],
  [/_change_sets?$/, async () => (await import('./history-tools.ts')).historyTools],
  [/^manage_setup$/, async () => (await import('./setup-tools.ts')).setupTools],
  [
    /_(workspaces|teams|members|statuses|labels)$/,
    async () => (await import('./listing-tools.ts')).listingTools,
  ],
  [
    /_(sprints?|objectives?|key_results?|work)$/,
    async () => (await import('./planning-tools.ts')).planningTools,
  ],
  [/./, async () => (await import('./story-tools.ts')).storyTools],
];

/** The tool of a name, or of a former one. */
export async function findTool(name: string): Promise<Tool | undefined> {
  const current = formerNames.get(name) ?? name;
  const [, load] = groups.find(([pattern]) => pattern.test(current)) ?? [];
  return (await load?.())?.find((tool) => tool.name === current);
}
