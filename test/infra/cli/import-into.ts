import type { Label } from '../../../shared/planning/labels/label.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import { sharedService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { fileWith, homeOf, runCli } from './cli.ts';
import { listAll, readImported } from './imported.ts';

/** A workspace with one team, into which its admin imports. */
export async function setUp() {
  const workspace = await newWorkspace();
  const team = await workspace.team({ name: 'Engine Room', code: 'ENG' });
  const person = await workspace.person('admin', [team]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: person.token };
  const list = <T>(noun: string) => listAll<T>(person.client, `${workspace.path}/${noun}`);
  return {
    workspace,
    team,
    person,
    env,
    list,
    /** The imported stories by title. */
    stories: async (): Promise<Record<string, Story>> => {
      const { stories } = await readImported(person.client, workspace.path);
      return Object.fromEntries(stories.map((story) => [story.title, story]));
    },
    labelsOf: async (story: Story | undefined) => {
      const labels = await list<Label>('labels');
      return story?.labels.map((id) => labels.find((label) => label.id === id)?.name).sort();
    },
    /** A plan or summary, whatever the exit code. */
    run: async (args: readonly string[]): Promise<any> => {
      const { stdout, stderr } = await runCli(['import', ...args, '--yes', '--json'], env);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

/** A file with rows. */
export const json = (rows: unknown): string => fileWith('rows.json', JSON.stringify(rows));
export const intoEng = ['--map', 'team="ENG"'];

/** Waits until a change set has as many changes: what the stream tells of one comes later than its answer. */
export const untilChanged = (
  { person, workspace }: Pick<Awaited<ReturnType<typeof setUp>>, 'person' | 'workspace'>,
  { changeSetId }: { changeSetId: string },
  count: number,
) =>
  until(async () => {
    const { json: answer } = await person.client.get(`${workspace.path}/change-sets/${changeSetId}`);
    return answer.data?.changes.length === count;
  });
